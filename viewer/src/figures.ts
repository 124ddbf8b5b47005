/**
 * Robots and the ball. All robots of one model at one level of detail take one draw call, and all
 * trees of a single body, such as the ball, take one together; the GPU applies the poses.
 */

import * as THREE from "three";
import { coarsen } from "./coarse";
import { Layer, type Robot } from "./layer";
import type { Model, Scenery, Tree } from "./message";
import type { Poses } from "./poses";
import { merge, type Piece } from "./shapes";

/** Shirt of a robot without a team. */
const NEUTRAL = "#f6f6f4";
/** Radius around a robot's root of the robot and its shadow, m. */
const REACH = 1.7;
/** Cells of the levels of detail, from fine to coarse, m, ... */
const CELLS = [0, 0.03, 0.05, 0.08, 0.2] as const;
/** ... and the size of invisible details from which on each is used, m. */
const GRAINS = [0, 0.03, 0.05, 0.08, 0.12] as const;
/** Cells of the ball with light per pixel and with light per vertex, m. */
const BALL_CELLS = [0, 0.04] as const;

/** Robots of one model. */
interface Batch {
  robots: Robot[];
  /** From fine to coarse. */
  layers: Layer[];
}

export class Figures {
  readonly group = new THREE.Group();
  private readonly batches: Batch[] = [];
  /** Trees of a single body, from fine to coarse. */
  private readonly singles: Layer[][] = [];
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
      if (some.length === 0) continue;
      // Numbers on shirts have no vertices to spare.
      const layers = this.add(some, 1, isSolid ? BALL_CELLS : [0], isSolid);
      for (const layer of layers) layer.show([{ first: 0, shirt: WHITE }]);
      this.singles.push(layers);
    }
    this.paint(false);
  }

  /** Sets light per vertex with planar shadows, or light per pixel. */
  paint(isPlain: boolean): void {
    for (const { layers } of this.batches) for (const layer of layers) layer.paint(isPlain);
    for (const layers of this.singles) {
      const shown = isPlain ? layers.length - 1 : 0;
      layers.forEach((layer, index) => {
        layer.paint(isPlain, index === shown);
      });
    }
  }

  /**
   * Leaves out robots that are out of the picture with their shadows, and chooses a level of detail
   * for the others by distance: `grain` is the size of details that are invisible at a distance of
   * 1 m, m. Returns whether the choice has changed.
   */
  choose(poses: Float32Array, frustum: THREE.Frustum, eye: THREE.Vector3, grain: number): boolean {
    let isNew = false;
    for (const { robots, layers } of this.batches) {
      const chosen = layers.map((): Robot[] => []);
      for (const robot of robots) {
        const { center } = this.sphere;
        center.fromArray(poses, 7 * robot.first);
        if (!frustum.intersectsSphere(this.sphere)) continue;
        const unseen = grain * center.distanceTo(eye);
        chosen[GRAINS.findLastIndex((grain) => grain <= unseen)]?.push(robot);
      }
      layers.forEach((layer, index) => {
        if (layer.show(chosen[index] ?? [])) isNew = true;
      });
    }
    return isNew;
  }

  dispose(): void {
    for (const layer of [...this.batches.flatMap(({ layers }) => layers), ...this.singles.flat()])
      layer.dispose();
    this.poses.dispose();
  }

  private addRobots(model: Model, trees: Tree[]): void {
    const pieces = model.parts.map((part) => ({ part, body: part.body, colour: part.colour }));
    const robots = trees.map((tree) => ({
      first: tree.first,
      shirt: new THREE.Color(this.shirt(tree)),
    }));
    this.batches.push({ robots, layers: this.add(pieces, robots.length, CELLS, true) });
  }

  private add(pieces: Piece[], room: number, cells: readonly number[], isSolid: boolean): Layer[] {
    const fine = merge(this.scenery, pieces);
    const shapes = cells.map((cell) => (cell > 0 ? coarsen(fine, cell) : fine));
    return shapes.map((shape, index) => {
      // The next coarser shape is fine enough for a planar shadow.
      const shadow = isSolid ? (shapes[index + 1] ?? shape) : null;
      const layer = new Layer(shape, shadow, room, this.poses);
      this.group.add(...layer.meshes);
      return layer;
    });
  }

  private shirt(tree: Tree): string {
    return tree.team === null ? NEUTRAL : this.scenery.teamColours[tree.team];
  }
}

const WHITE = new THREE.Color(NEUTRAL);
