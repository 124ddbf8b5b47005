/**
 * What moves: robots and the ball. All robots of a kind are one drawing call, and all that has a
 * single body, such as the ball, is one, too; the graphics card puts bodies where they are.
 */

import * as THREE from "three";
import type { Model, Scenery, Tree } from "./message";
import type { Poses } from "./poses";
import { merge, type Piece } from "./shapes";

/** What a robot without a team wears. */
const NEUTRAL = "#f6f6f4";
/** About a robot's root: where it may be, and its shadow, m. */
const REACH = 1.7;

/** Robots of a kind. */
interface Batch {
  geometry: THREE.InstancedBufferGeometry;
  first: THREE.InstancedBufferAttribute;
  shirt: THREE.InstancedBufferAttribute;
  robots: { first: number; shirt: THREE.Color }[];
  /** Which of them are drawn, in the order in which they are. */
  drawn: Int32Array;
}

export class Figures {
  readonly group = new THREE.Group();
  private readonly batches: Batch[] = [];
  private readonly sphere = new THREE.Sphere(undefined, REACH);

  constructor(
    private readonly scenery: Scenery,
    private readonly poses: Poses,
  ) {
    scenery.models.forEach((model, index) => {
      const trees = scenery.trees.filter((tree) => tree.model === index);
      if (model.bodies > 1 && trees.length > 0) this.addRobots(model, trees);
    });
    const isAlone = (tree: Tree): boolean => scenery.models[tree.model]?.bodies === 1;
    const pieces = scenery.trees.flatMap((tree) => {
      const shapes = isAlone(tree) ? (scenery.models[tree.model]?.parts ?? []) : [];
      return [...shapes, ...tree.parts].map((part): Piece => {
        const colour = part.colour ?? this.shirt(tree);
        return { part, body: tree.first + part.body, colour };
      });
    });
    for (const isSolid of [true, false]) {
      const some = pieces.filter(({ part }) => part.solid === isSolid);
      if (some.length > 0) this.add(merge(scenery, some), [{ first: 0, shirt: WHITE }], isSolid);
    }
  }

  /** Leaves out robots that are not in the picture, nor their shadows; says whether that is new. */
  cull(poses: Float32Array, frustum: THREE.Frustum): boolean {
    let isNew = false;
    for (const batch of this.batches) {
      let count = 0;
      let isOther = false;
      for (let index = 0; index < batch.robots.length; index++) {
        const robot = batch.robots[index];
        if (!robot) continue;
        this.sphere.center.fromArray(poses, 7 * robot.first);
        if (!frustum.intersectsSphere(this.sphere)) continue;
        if (batch.drawn[count] !== index) {
          batch.drawn[count] = index;
          batch.first.setX(count, robot.first);
          robot.shirt.toArray(batch.shirt.array as Float32Array, 3 * count);
          isOther = true;
        }
        count += 1;
      }
      if (isOther) batch.first.needsUpdate = batch.shirt.needsUpdate = true;
      isNew ||= isOther || batch.geometry.instanceCount !== count;
      batch.geometry.instanceCount = count;
    }
    return isNew;
  }

  dispose(): void {
    for (const object of this.group.children) {
      const mesh = object as THREE.Mesh<THREE.BufferGeometry, THREE.Material>;
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.customDepthMaterial?.dispose();
    }
    this.poses.dispose();
  }

  private addRobots(model: Model, trees: Tree[]): void {
    const pieces = model.parts.map((part) => ({ part, body: part.body, colour: part.colour }));
    const robots = trees.map((tree) => ({
      first: tree.first,
      shirt: new THREE.Color(this.shirt(tree)),
    }));
    this.batches.push(this.add(merge(this.scenery, pieces), robots, true));
  }

  private add(
    geometry: THREE.InstancedBufferGeometry,
    robots: Batch["robots"],
    isSolid: boolean,
  ): Batch {
    const first = new THREE.InstancedBufferAttribute(new Float32Array(robots.length), 1);
    const shirt = new THREE.InstancedBufferAttribute(new Float32Array(3 * robots.length), 3);
    robots.forEach((robot, index) => {
      first.setX(index, robot.first);
      shirt.setXYZ(index, robot.shirt.r, robot.shirt.g, robot.shirt.b);
    });
    geometry.setAttribute("first", first);
    geometry.setAttribute("shirt", shirt);
    geometry.instanceCount = robots.length;
    const look = { vertexColors: true, roughness: 0.6, metalness: 0.05 };
    const mesh = new THREE.Mesh(geometry, this.poses.moves(new THREE.MeshStandardMaterial(look)));
    mesh.customDepthMaterial = this.poses.moves(
      new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking }),
    );
    mesh.frustumCulled = mesh.matrixAutoUpdate = false;
    mesh.castShadow = isSolid;
    mesh.receiveShadow = true;
    this.group.add(mesh);
    const drawn = Int32Array.from(robots.keys());
    return { geometry, first, shirt, robots, drawn };
  }

  private shirt(tree: Tree): string {
    return tree.team === null ? NEUTRAL : this.scenery.teamColours[tree.team];
  }
}

const WHITE = new THREE.Color(NEUTRAL);
