/** The 3D scene: light, sky, pitch, and everything on it. */

import * as THREE from "three";
import { Drawings } from "./drawings";
import { Figures } from "./figures";
import { Ground } from "./ground";
import { InsightView } from "./insight";
import { Labels, Ring, Trail } from "./labels";
import { HAZE, makeDome, makeSun, SKY, SUN } from "./light";
import type { Scenery } from "./message";
import { haze } from "./plain";
import { Poses } from "./poses";
import { Quality, type Level } from "./quality";

/** Half the width of the area with shadows around the camera's target, m. */
const SHADED = 16;

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(45, 1, 0.05, 400);
  readonly renderer: THREE.WebGLRenderer;
  scenery: Scenery | null = null;
  private readonly sun = makeSun();
  /** Index of the selected robot's tree. */
  selected: number | null = null;
  private readonly mark = new THREE.Mesh(
    new THREE.RingGeometry(0.32, 0.4, 40),
    new THREE.MeshBasicMaterial({ color: 0xffe36e, transparent: true, opacity: 0.9 }),
  );
  readonly insight: InsightView;
  readonly drawings = new Drawings();
  private content: THREE.Object3D[] = [];
  private poses: Poses | null = null;
  private ground: Ground | null = null;
  private figures: Figures | null = null;
  private labels: Labels | null = null;
  private trail: Trail | null = null;
  private ring: Ring | null = null;
  private readonly fog = new THREE.Fog(SKY, ...HAZE);
  private readonly frustum = new THREE.Frustum();
  private readonly seen = new THREE.Matrix4();
  private readonly lastSeen = new THREE.Matrix4();
  readonly quality = new Quality((level) => {
    this.apply(level);
  });

  constructor(canvas: HTMLCanvasElement, mayCommand: () => boolean) {
    this.insight = new InsightView(mayCommand);
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: this.quality.isSmooth,
      // For planar shadows.
      stencil: true,
      preserveDrawingBuffer: true,
    });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene.background = new THREE.Color(SKY);
    this.scene.fog = this.fog;
    this.scene.add(makeDome());
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
    this.apply(this.quality.level);
  }

  set(scenery: Scenery): void {
    this.scene.remove(...this.content);
    this.ground?.dispose();
    this.figures?.dispose();
    this.labels?.dispose();
    for (const thing of [this.trail?.line, this.ring?.sprite]) if (thing) release(thing);
    this.scenery = scenery;
    const bodies = scenery.trees.map((tree) => scenery.models[tree.model]?.bodies ?? 0);
    this.poses = new Poses(bodies.reduce((sum, count) => sum + count, 0));
    this.figures = new Figures(scenery, this.poses);
    this.labels = new Labels(scenery, this.poses);
    this.ground = new Ground(scenery, this.renderer.capabilities.maxTextureSize);
    const isOne = scenery.view !== "all";
    const ball = scenery.ball === null || !isOne ? undefined : scenery.trees[scenery.ball];
    this.drawings.set([]);
    this.trail = ball ? new Trail(ball) : null;
    this.ring = ball && scenery.view !== "top" ? new Ring(ball) : null;
    this.content = [this.ground.group, this.figures.group, this.labels.mesh];
    if (this.trail) this.content.push(this.trail.line);
    if (this.ring) this.content.push(this.ring.sprite);
    this.scene.add(...this.content);
    this.paint();
    this.isStale = true;
  }

  /** Whether something has changed besides poses and camera. */
  isStale = true;

  /** Prepares a picture; returns whether it differs from the last one. */
  prepare(poses: Float32Array, target: THREE.Vector3, hasMoved: boolean): boolean {
    this.camera.updateMatrixWorld();
    this.seen.multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
    const isTurned = !this.seen.equals(this.lastSeen);
    this.lastSeen.copy(this.seen);
    const isNew = hasMoved || this.isStale;
    let isShaded = isNew;
    if (isNew) {
      this.poses?.update(poses);
      this.trail?.update(poses);
    }
    if (isNew || isTurned) {
      this.frustum.setFromProjectionMatrix(this.seen);
      const { position } = this.camera;
      if (this.figures?.choose(poses, this.frustum, position, this.grain)) isShaded = true;
      this.ring?.update(poses, this.camera.position);
      this.mark.visible = this.selected !== null;
      const tree = this.selected === null ? undefined : this.scenery?.trees[this.selected];
      if (tree) this.mark.position.fromArray(poses, 7 * tree.first).setZ(0.01);
      if (this.scenery) this.insight.update(this.scenery, poses, this.selected);
    }
    // Seen from above, the ground below the camera must not be hazy.
    const { z } = this.camera.position;
    [this.fog.near, this.fog.far] = [Math.max(HAZE[0], 1.5 * z), Math.max(HAZE[1], 5 * z)];
    haze.value.set(this.fog.near, this.fog.far);
    this.shade(target, isShaded);
    this.isStale = false;
    return isNew || isTurned;
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  /** Centres the shadow map on `target`. */
  private shade(target: THREE.Vector3, isNew: boolean): void {
    // In steps of whole texels of the shadow map, so that edges do not crawl.
    const step = (2 * SHADED) / 64;
    const { position } = this.sun.target;
    const [x, y] = [Math.round(target.x / step) * step, Math.round(target.y / step) * step];
    if (!isNew && position.x === x && position.y === y) return;
    position.set(x, y, 0);
    this.sun.position.copy(position).addScaledVector(SUN, 40);
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** Size of the largest detail that cannot be seen at a distance of 1 m, m. */
  private get grain(): number {
    const pixel = 2 * Math.tan((this.camera.fov * Math.PI) / 360);
    const { clientHeight } = this.renderer.domElement;
    return (this.quality.level.unseen * pixel) / Math.max(1, clientHeight);
  }

  private apply({ shadows }: Level): void {
    this.sun.castShadow = shadows > 0;
    if (shadows > 0) this.sun.shadow.mapSize.set(shadows, shadows);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
    this.paint();
    this.fit(this.renderer.domElement);
  }

  /** Without a shadow map, light is computed per vertex. */
  private paint(): void {
    const isPlain = this.quality.level.shadows === 0;
    this.ground?.paint(isPlain);
    this.figures?.paint(isPlain);
  }

  toggleLabels(): void {
    if (this.labels) this.labels.mesh.visible = !this.labels.mesh.visible;
    this.isStale = true;
  }

  /** Position of a tree's root on the page, pixels. */
  pixel(poses: Float32Array, tree: number): [number, number] {
    const point = new THREE.Vector3().fromArray(poses, 7 * (this.scenery?.trees[tree]?.first ?? 0));
    point.project(this.camera);
    const { width, height } = this.renderer.domElement.getBoundingClientRect();
    return [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
  }

  private fit(canvas: HTMLCanvasElement): void {
    const [width, height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.quality.level.ratio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.isStale = true;
  }
}

/** Frees an object's GPU memory. */
function release({ geometry, material }: THREE.Line | THREE.Sprite): void {
  geometry.dispose();
  if (!(material instanceof THREE.Material)) return;
  (material as THREE.SpriteMaterial).map?.dispose();
  material.dispose();
}
