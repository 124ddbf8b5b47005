/** The picture: light, sky, the pitch and what is on it. */

import * as THREE from "three";
import { Drawings } from "./drawings";
import { Figures } from "./figures";
import { InsightView } from "./insight";
import { Labels, Ring, Trail } from "./labels";
import type { Scenery } from "./message";
import { makePitch } from "./pitch";

/** Direction to the sun, as in the core's own pictures. */
const SUN = new THREE.Vector3(0.48, -0.36, 0.8).normalize();
const SKY = 0xa9c7e3;
/** Half the width of what throws shadows around the place that is looked at, m. */
const SHADED = 16;

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(45, 1, 0.05, 400);
  readonly renderer: THREE.WebGLRenderer;
  scenery: Scenery | null = null;
  private readonly sun = new THREE.DirectionalLight(0xfff4e0, 2.4);
  /** The robot that is selected, as a number of trees. */
  selected: number | null = null;
  private readonly mark = new THREE.Mesh(
    new THREE.RingGeometry(0.32, 0.4, 40),
    new THREE.MeshBasicMaterial({ color: 0xffe36e, transparent: true, opacity: 0.9 }),
  );
  readonly insight = new InsightView();
  readonly drawings = new Drawings();
  private content: THREE.Object3D[] = [];
  private figures: Figures | null = null;
  private labels: Labels | null = null;
  private trail: Trail | null = null;
  private ring: Ring | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: true,
      preserveDrawingBuffer: true,
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.scene.background = new THREE.Color(SKY);
    this.scene.fog = new THREE.Fog(SKY, 90, 300);
    this.scene.add(new THREE.HemisphereLight(0xdcecff, 0x4d6b3a, 1.5));
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const shade = this.sun.shadow.camera;
    [shade.left, shade.right, shade.bottom, shade.top] = [-SHADED, SHADED, -SHADED, SHADED];
    [shade.near, shade.far] = [1, 80];
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.01;
    this.scene.add(this.sun, this.sun.target, this.mark);
    this.scene.add(this.insight.group, this.drawings.group);
    this.camera.up.set(0, 0, 1);
    new ResizeObserver(() => {
      this.fit(canvas);
    }).observe(canvas);
    this.fit(canvas);
  }

  set(scenery: Scenery): void {
    for (const object of this.content) this.scene.remove(object);
    this.figures?.dispose();
    this.scenery = scenery;
    this.figures = new Figures(scenery);
    this.labels = new Labels(scenery);
    const pitch = makePitch(scenery.pitch, this.renderer.capabilities.maxTextureSize);
    // Worlds of robots alone share a pitch.
    const apart = scenery.places.filter(
      ([x, y], index) =>
        index === 0 || Math.hypot(x, y) > scenery.pitch.width || scenery.view !== "all",
    );
    const grounds = apart.length > 1 ? apart : [[0, 0] as const];
    const pitches = grounds.map(([x, y]) => {
      const copy = new THREE.Group();
      copy.add(pitch.clone());
      for (const fixture of this.figures?.fixtures ?? []) copy.add(fixture.clone());
      copy.position.set(x, y, 0);
      return copy;
    });
    const around = new THREE.Mesh(
      new THREE.PlaneGeometry(800, 800),
      new THREE.MeshLambertMaterial({ color: 0x3a7d36, depthWrite: false }),
    );
    around.renderOrder = -1;
    this.content = [this.figures.group, this.labels.group, around, ...pitches];
    const isOne = scenery.view !== "all";
    const ball = scenery.ball === null || !isOne ? undefined : scenery.trees[scenery.ball];
    this.drawings.set([]);
    this.trail = ball ? new Trail(ball) : null;
    this.ring = ball && scenery.view !== "top" ? new Ring(ball) : null;
    if (this.trail) this.content.push(this.trail.line);
    if (this.ring) this.content.push(this.ring.sprite);
    this.scene.add(...this.content);
  }

  /** Draws bodies at `poses`; shadows are sharp about `target`. */
  draw(poses: Float32Array, target: THREE.Vector3): void {
    this.figures?.update(poses);
    this.labels?.update(poses);
    const tree = this.selected === null ? undefined : this.scenery?.trees[this.selected];
    this.mark.visible = tree !== undefined;
    if (tree) this.mark.position.fromArray(poses, 7 * tree.first).setZ(0.01);
    if (this.scenery) this.insight.update(this.scenery, poses, this.selected);
    this.trail?.update(poses);
    this.ring?.update(poses, this.camera.position);
    // In steps of the shadow's texels, so that edges do not crawl.
    const step = (2 * SHADED) / 64;
    this.sun.target.position.set(
      Math.round(target.x / step) * step,
      Math.round(target.y / step) * step,
      0,
    );
    this.sun.position.copy(this.sun.target.position).addScaledVector(SUN, 40);
    this.renderer.render(this.scene, this.camera);
  }

  toggleLabels(): void {
    if (this.labels) this.labels.group.visible = !this.labels.group.visible;
  }

  /** Where a tree's root is on the page, pixels. */
  pixel(poses: Float32Array, tree: number): [number, number] {
    const point = new THREE.Vector3().fromArray(poses, 7 * (this.scenery?.trees[tree]?.first ?? 0));
    point.project(this.camera);
    const { width, height } = this.renderer.domElement.getBoundingClientRect();
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  private fit(canvas: HTMLCanvasElement): void {
    const [width, height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }
}
