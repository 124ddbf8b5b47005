/** Insight into the selected robot: what it sees, the forces on it, its joint angles. */

import * as THREE from "three";
import { element } from "./dom";
import type { Insight, Joint, Scenery } from "./message";

const MOST = 256;
/** Length of an arrow per newton, m/N, and its maximum, m. */
const SCALE = 0.0015;
const LONGEST = 1.5;
/** Angle at the end of a bar, rad. */
const WIDEST = 2.5;

const LAYERS = ["sight", "forces", "angles"] as const;
type Layer = (typeof LAYERS)[number];
const TITLES: Record<Layer, string> = {
  sight: "What it sees (yellow)",
  forces: "Forces on it (red)",
  angles: "Its joint angles",
};

/** Why there is no insight into any robot; empty if there is. */
export function whyNoInsight(scenery: Scenery): string {
  if (scenery.tells === "discs") return "Players of the 2D game have no bodies to look into";
  if (scenery.view === "all") return "Choose one world to see what a robot sees and feels";
  return "";
}

/** Why a layer cannot be shown; empty if it can. */
function reason(
  layer: Layer,
  scenery: Scenery,
  joints: Joint[] | null,
  known: Insight | null,
  mayCommand: boolean,
): string {
  const isWatched = scenery.tells === "poses";
  const [isStrange, needsToken] = [
    "It is not one of the built-in robots",
    "Needs the token of the page's address",
  ];
  if (layer === "angles") return joints === null ? isStrange : "";
  if (layer === "forces") {
    if (isWatched) return "Neither logs nor monitors contain forces";
    if (!mayCommand) return needsToken;
    return known?.pushes === null ? "The server does not send its forces" : "";
  }
  if (isWatched && joints === null) return isStrange;
  if (!mayCommand) return needsToken;
  return known?.seen === null ? "It has no camera, or there is no game" : "";
}

export class InsightView {
  readonly group = new THREE.Group();
  isOn = false;
  private readonly panel = element("about", HTMLElement);
  private readonly table = element("joints", HTMLElement);
  private readonly source = element("source", HTMLElement);
  private readonly buttons = LAYERS.map((layer) => element(layer, HTMLButtonElement));
  private readonly hidden = new Set<Layer>();
  private readonly eyes = new THREE.Vector3();
  private readonly sight = lines(0xffe36e, 0.35);
  private readonly forces = lines(0xff4d5e, 1);
  private readonly dots = dots();
  private known: Insight | null = null;
  private rows: { bar: HTMLElement; text: HTMLElement }[] = [];
  private joints: Joint[] = [];

  constructor(private readonly mayCommand: () => boolean) {
    this.group.add(this.sight, this.forces, this.dots);
    this.group.visible = false;
    this.buttons.forEach((button, index) => {
      button.onclick = () => {
        const layer = LAYERS[index] ?? "sight";
        if (!this.hidden.delete(layer)) this.hidden.add(layer);
      };
    });
  }

  set(insight: Insight | null): void {
    this.known = insight;
  }

  get current(): Insight | null {
    return this.known;
  }

  toggle(): void {
    this.isOn = !this.isOn;
  }

  /** Draws the insight into a robot; `null` if none is selected. */
  update(scenery: Scenery, poses: Float32Array, robot: number | null): void {
    const tree = robot === null ? undefined : scenery.trees[robot];
    const isShown = this.isOn && tree !== undefined && whyNoInsight(scenery) === "";
    this.group.visible = isShown;
    this.panel.hidden = this.table.hidden = !isShown;
    if (!isShown) return;
    const joints = scenery.models[tree.model]?.joints ?? null;
    const about = this.known;
    const known = about?.team === tree.team && about.number === tree.number ? about : null;
    const [seesHidden, feelsHidden, anglesHidden] = LAYERS.map((layer, index) =>
      this.mark(layer, index, reason(layer, scenery, joints, known, this.mayCommand())),
    );
    this.source.hidden = seesHidden === true;
    this.source.textContent =
      scenery.tells === "poses"
        ? "Sight: computed from poses by the league's rules, without camera noise"
        : "Sight: with camera noise";
    this.eyes.fromArray(poses, 7 * tree.first);
    this.eyes.z += 0.4;
    const seen = seesHidden ? [] : (known?.seen ?? []);
    fill(this.dots.geometry, seen);
    fill(
      this.sight.geometry,
      seen.flatMap((point) => [this.eyes.toArray(), point]),
    );
    fill(this.forces.geometry, (feelsHidden ? [] : (known?.pushes ?? [])).flatMap(arrow));
    this.table.hidden = anglesHidden === true;
    if (anglesHidden || joints === null) return;
    if (joints !== this.joints) this.list(joints);
    joints.forEach((joint, index) => {
      this.show(index, angle(poses, tree.first, joint));
    });
  }

  /** Updates the button of a layer; returns whether the layer is hidden. */
  private mark(layer: Layer, index: number, why: string): boolean {
    const isHidden = why !== "" || this.hidden.has(layer);
    const button = this.buttons[index];
    if (!button) return isHidden;
    button.disabled = why !== "";
    button.title = why === "" ? TITLES[layer] : why;
    button.classList.toggle("on", !isHidden);
    return isHidden;
  }

  private list(joints: Joint[]): void {
    this.joints = joints;
    this.rows = joints.map(() => ({
      bar: document.createElement("i"),
      text: document.createElement("b"),
    }));
    const rows = joints.map((joint, index) => {
      const row = document.createElement("div");
      const track = document.createElement("span");
      const parts = this.rows[index];
      if (parts) {
        track.append(parts.bar);
        row.append(document.createTextNode(joint.name), track, parts.text);
      }
      return row;
    });
    this.table.replaceChildren(...rows);
  }

  private show(index: number, radians: number): void {
    const row = this.rows[index];
    if (!row) return;
    const share = Math.max(-1, Math.min(1, radians / WIDEST));
    row.bar.style.left = `${50 + 50 * Math.min(0, share)}%`;
    row.bar.style.width = `${50 * Math.abs(share)}%`;
    // Adding zero keeps a small angle below zero from reading "-0".
    row.text.textContent = `${Math.round((radians * 180) / Math.PI) + 0}°`;
  }
}

const [parent, child, rest] = [1, 2, 3].map(() => new THREE.Quaternion()) as [
  THREE.Quaternion,
  THREE.Quaternion,
  THREE.Quaternion,
];

/** Angle of a hinge, rad: the rotation of its body about its axis from its orientation at rest. */
export function angle(poses: Float32Array, first: number, joint: Joint): number {
  const [w, x, y, z] = joint.rest;
  parent.fromArray(poses, 7 * (first + (joint.parent ?? 0)) + 3);
  child.fromArray(poses, 7 * (first + joint.body) + 3);
  rest.set(x, y, z, w);
  const turn = parent.multiply(rest).invert().multiply(child);
  const [a, b, c] = joint.axis;
  const along = turn.x * a + turn.y * b + turn.z * c;
  const radians = 2 * Math.atan2(along, turn.w);
  return joint.reference + Math.atan2(Math.sin(radians), Math.cos(radians));
}

/** Both ends of a force's arrow, which begins at the contact. */
function arrow([place, force]: [number[], number[]]): number[][] {
  const size = Math.hypot(...force);
  const scale = size > 0 ? Math.min(SCALE * size, LONGEST) / size : 0;
  return [place, place.map((x, axis) => x + scale * (force[axis] ?? 0))];
}

function fill(geometry: THREE.BufferGeometry, points: number[][]): void {
  const attribute = geometry.getAttribute("position");
  const count = Math.min(points.length, attribute.count);
  points.slice(0, count).forEach(([x, y, z], index) => {
    attribute.setXYZ(index, x ?? 0, y ?? 0, z ?? 0);
  });
  attribute.needsUpdate = true;
  geometry.setDrawRange(0, count);
}

function geometry(): THREE.BufferGeometry {
  const made = new THREE.BufferGeometry();
  made.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * MOST), 3));
  return made;
}

function lines(color: number, opacity: number): THREE.LineSegments {
  const material = new THREE.LineBasicMaterial({
    color,
    opacity,
    transparent: true,
    depthTest: opacity < 1,
  });
  const made = new THREE.LineSegments(geometry(), material);
  made.frustumCulled = false;
  return made;
}

function dots(): THREE.Points {
  const material = new THREE.PointsMaterial({ color: 0xffe36e, size: 7, sizeAttenuation: false });
  const made = new THREE.Points(geometry(), material);
  made.frustumCulled = false;
  return made;
}
