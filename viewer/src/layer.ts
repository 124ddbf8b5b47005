/** Robots of one model at one level of detail, as instances of one mesh. */

import * as THREE from "three";
import { plainFigures, plainShadows } from "./plain";
import type { Poses } from "./poses";

export interface Robot {
  /** Number of its first body. */
  first: number;
  shirt: THREE.Color;
}

type Shape = THREE.Mesh<THREE.InstancedBufferGeometry, THREE.Material>;

export class Layer {
  readonly meshes: Shape[];
  private readonly figures: Shape;
  /** Planar shadows, if it has any. */
  private readonly shadows: Shape | null;
  private readonly fine: THREE.Material;
  private readonly plain: THREE.Material;
  private readonly first: THREE.InstancedBufferAttribute;
  private readonly shirt: THREE.InstancedBufferAttribute;
  private drawn: readonly Robot[] = [];
  private isPlain = false;
  /** Whether it is used at all. */
  private isUsed = true;

  /** `shadow` is the shape of planar shadows; `null` for none. */
  constructor(
    shape: THREE.InstancedBufferGeometry,
    shadow: THREE.InstancedBufferGeometry | null,
    room: number,
    poses: Poses,
  ) {
    this.first = new THREE.InstancedBufferAttribute(new Float32Array(room), 1);
    this.shirt = new THREE.InstancedBufferAttribute(new Float32Array(3 * room), 3);
    const geometry = this.instanced(shape);
    const look = { vertexColors: true, roughness: 0.6, metalness: 0.05 };
    this.fine = poses.moves(new THREE.MeshStandardMaterial(look));
    this.plain = plainFigures(poses);
    this.figures = new THREE.Mesh(geometry, this.fine);
    this.figures.customDepthMaterial = poses.moves(
      new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking }),
    );
    this.figures.castShadow = shadow !== null;
    this.figures.receiveShadow = true;
    this.shadows = shadow && new THREE.Mesh(this.instanced(shadow), plainShadows(poses));
    this.meshes = this.shadows ? [this.figures, this.shadows] : [this.figures];
    for (const mesh of this.meshes) mesh.frustumCulled = mesh.matrixAutoUpdate = false;
  }

  /** The shape with the attributes of the instances. */
  private instanced(shape: THREE.InstancedBufferGeometry): THREE.InstancedBufferGeometry {
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setIndex(shape.getIndex());
    for (const name of ["position", "normal", "color", "body", "wears"])
      geometry.setAttribute(name, shape.getAttribute(name));
    geometry.setAttribute("first", this.first);
    geometry.setAttribute("shirt", this.shirt);
    return geometry;
  }

  /** Sets which robots to draw; returns whether they differ from those before. */
  show(robots: readonly Robot[]): boolean {
    const isSame =
      robots.length === this.drawn.length &&
      robots.every((robot, index) => robot === this.drawn[index]);
    if (isSame) return false;
    robots.forEach(({ first, shirt }, index) => {
      this.first.setX(index, first);
      this.shirt.setXYZ(index, shirt.r, shirt.g, shirt.b);
    });
    this.first.needsUpdate = this.shirt.needsUpdate = true;
    for (const mesh of this.meshes) mesh.geometry.instanceCount = robots.length;
    this.drawn = robots;
    this.reveal();
    return true;
  }

  /** Sets light per vertex with planar shadows or light per pixel, and whether it is drawn. */
  paint(isPlain: boolean, isUsed = true): void {
    this.figures.material = isPlain ? this.plain : this.fine;
    [this.isPlain, this.isUsed] = [isPlain, isUsed];
    this.reveal();
  }

  private reveal(): void {
    this.figures.visible = this.isUsed && this.drawn.length > 0;
    if (this.shadows) this.shadows.visible = this.figures.visible && this.isPlain;
  }

  dispose(): void {
    for (const { geometry } of this.meshes) geometry.dispose();
    const { customDepthMaterial } = this.figures;
    for (const material of [this.fine, this.plain, this.shadows?.material, customDepthMaterial])
      material?.dispose();
  }
}
