/** The camera: where it stands and what it follows. */

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Scenery } from "./message";

export const VIEWS = ["ball", "robot", "free", "top", "left goal", "right goal", "eye"] as const;
export type View = (typeof VIEWS)[number];

/** Offsets of the camera from the ball or robot that it follows, m. */
const BESIDE_BALL = new THREE.Vector3(0, -7.6, 3.3);
const BESIDE_ROBOT = new THREE.Vector3(1.64, -1.92, 0.64);
/** Maximum distance from the target, and of what is drawn, m; both grow with many worlds. */
const [FARTHEST, SIGHT] = [150, 400];
/** Time constant with which a camera follows, s. */
const LAG = 0.25;
/** Minimum height of the target at a robot, m. */
const WAIST = 0.3;
/** Speed of the keys that move the camera, m/s. */
const SPEED = 8;

export class Cameraman {
  view: View = "ball";
  readonly target = new THREE.Vector3();
  readonly controls: OrbitControls;
  private readonly place = new THREE.Vector3();
  private readonly turn = new THREE.Quaternion();
  private readonly shift = new THREE.Vector3();
  private isCut = true;
  /** Whether the user has turned or shifted the camera since it was set. */
  isMoved = false;

  /** `covered` returns how many pixels are covered at the top and at the bottom. */
  constructor(
    private readonly camera: THREE.PerspectiveCamera,
    private readonly canvas: HTMLCanvasElement,
    public keys: ReadonlySet<string>,
    private readonly covered: () => [number, number],
  ) {
    this.controls = new OrbitControls(camera, canvas);
    this.controls.addEventListener("start", () => {
      this.isMoved = true;
    });
    this.controls.maxPolarAngle = Math.PI / 2 - 0.01;
    this.controls.minDistance = 0.4;
    this.controls.maxDistance = FARTHEST;
  }

  set(view: View): void {
    this.view = view;
    this.isCut = true;
    this.isMoved = false;
  }

  /** Fits the view from above to a new size of the page, unless the user has moved it. */
  refit(): void {
    if (this.view === "top" && !this.isMoved) this.isCut = true;
  }

  /** Advances the camera by `elapsed` s; `robot` is the tree to follow. */
  update(scenery: Scenery, poses: Float32Array, robot: number | null, elapsed: number): void {
    const followed = this.followed(scenery, robot);
    if (followed !== null) this.place.fromArray(poses, 7 * (scenery.trees[followed]?.first ?? 0));
    switch (this.view) {
      case "ball":
        this.place.z = 0.4;
        this.follow(BESIDE_BALL, elapsed);
        break;
      case "robot":
        this.place.z = Math.max(this.place.z, WAIST);
        this.follow(BESIDE_ROBOT, elapsed);
        break;
      case "eye":
        if (followed !== null) this.look(poses, scenery.trees[followed]?.first ?? 0);
        break;
      default:
        if (this.isCut) this.cut(scenery);
        this.walk(elapsed);
    }
    this.controls.enabled = this.view !== "eye";
    if (this.view !== "eye") {
      this.controls.target.copy(this.target);
      this.controls.update();
    }
    this.isCut = false;
  }

  /** The tree that the camera follows. */
  private followed(scenery: Scenery, robot: number | null): number | null {
    const first = scenery.trees.findIndex((_, index) => index !== scenery.ball);
    const one = robot ?? (first < 0 ? null : first);
    return this.view === "robot" || this.view === "eye" ? one : scenery.ball;
  }

  /** Follows the place, and keeps the user's distance and angle. */
  private follow(offset: THREE.Vector3, elapsed: number): void {
    if (this.isCut) {
      this.target.copy(this.place);
      this.camera.position.copy(this.place).add(offset);
      return;
    }
    const part = 1 - Math.exp(-elapsed / LAG);
    this.shift.copy(this.place).sub(this.target).multiplyScalar(part);
    this.target.add(this.shift);
    this.camera.position.add(this.shift);
  }

  private look(poses: Float32Array, body: number): void {
    this.turn.fromArray(poses, 7 * body + 3);
    this.camera.position
      .copy(this.place)
      .add(this.shift.set(0.12, 0, 0.45).applyQuaternion(this.turn));
    this.target
      .copy(this.camera.position)
      .add(this.shift.set(2, 0, -0.35).applyQuaternion(this.turn));
    this.camera.up.set(0, 0, 1);
    this.camera.lookAt(this.target);
  }

  private cut(scenery: Scenery): void {
    const [length, width] = extent(scenery);
    const margin = scenery.view === "all" ? 0 : 2 * scenery.pitch.border;
    // In a picture taller than wide, the pitch is shown upright.
    const isUpright = this.view === "top" && this.camera.aspect < 1;
    const [along, across] = isUpright ? [width, length] : [length, width];
    const pixels = Math.max(1, this.canvas.clientHeight);
    const [top, bottom] = this.covered();
    const free = Math.max(0.3, 1 - (top + bottom) / pixels);
    const wide = Math.max((across + margin) / free, (along + margin) / this.camera.aspect);
    const height = wide / 2 / Math.tan((this.camera.fov * Math.PI) / 360);
    this.controls.maxDistance = Math.max(FARTHEST, 2 * height);
    this.camera.far = Math.max(SIGHT, 4 * height);
    this.camera.updateProjectionMatrix();
    if (this.view === "top") {
      // Several 3D worlds are seen at an angle.
      const isFlat = scenery.pitch.goal[2] === 0;
      const isTilted = scenery.view === "all" && !isFlat;
      const tilt = isTilted ? 0.9 : 0.01 / height;
      // Centred in the part of the page that is not covered.
      const shift = ((bottom - top) / 2 / pixels) * wide;
      const [x, y] = isUpright ? [-1, 0] : [0, -1];
      this.target.set(shift * x, shift * y, 0);
      this.camera.position
        .set(x * height * tilt, y * height * tilt, (isTilted ? 1.15 : 1) * height)
        .add(this.target);
    } else if (this.view === "left goal" || this.view === "right goal") {
      const side = this.view === "left goal" ? -1 : 1;
      this.target.set(side * (length / 2 - 8), 0, 0);
      this.camera.position.set(side * (length / 2 + 6), 0, 3.5);
    }
  }

  /** Moves the camera by keys: along the ground, up and down. */
  private walk(elapsed: number): void {
    const press = (one: string, other: string): number =>
      (this.keys.has(one) ? 1 : 0) - (this.keys.has(other) ? 1 : 0);
    const ahead = press("w", "s") + press("ArrowUp", "ArrowDown");
    const right = press("d", "a") + press("ArrowRight", "ArrowLeft");
    const up = press("PageUp", "PageDown");
    if (ahead === 0 && right === 0 && up === 0) return;
    this.isMoved = true;
    const direction = this.shift.copy(this.target).sub(this.camera.position).setZ(0);
    if (direction.lengthSq() < 1e-3) direction.set(0, 1, 0);
    direction.normalize();
    const way = new THREE.Vector3(
      ahead * direction.x + right * direction.y,
      ahead * direction.y - right * direction.x,
      up,
    ).multiplyScalar(SPEED * elapsed);
    this.target.add(way);
    this.camera.position.add(way);
  }
}

/** Length and width of the scene, m. */
function extent(scenery: Scenery): [number, number] {
  const { length, width } = scenery.pitch;
  if (scenery.view !== "all") return [length, width];
  const reach = (axis: 0 | 1): number =>
    2 * Math.max(...scenery.places.map((place) => Math.abs(place[axis])));
  const isApart = reach(0) > length;
  return isApart ? [reach(0) + length, reach(1) + width] : [reach(0) + 2, reach(1) + 2];
}
