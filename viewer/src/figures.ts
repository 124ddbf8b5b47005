/**
 * What moves: robots and the ball. All robots of a kind that are drawn equally finely are one
 * drawing call, and all that has a single body, such as the ball, is one, too; the graphics card
 * puts bodies where they are.
 */

import * as THREE from "three";
import { coarsen } from "./coarse";
import { Layer, type Robot } from "./layer";
import type { Model, Scenery, Tree } from "./message";
import type { Poses } from "./poses";
import { merge, type Piece } from "./shapes";

/** What a robot without a team wears. */
const NEUTRAL = "#f6f6f4";
/** About a robot's root: where it may be, and its shadow, m. */
const REACH = 1.7;
/** Edges of the cells in which corners of robots become one, from fine to coarse, m, ... */
const CELLS = [0, 0.03, 0.05, 0.08, 0.2] as const;
/** ... and how large what is not seen has to be for each, m. */
const GRAINS = [0, 0.03, 0.05, 0.08, 0.12] as const;
/** Those of the ball, where light is that of pixels, and where it is that of corners. */
const BALL_CELLS = [0, 0.04] as const;

/** Robots of a kind. */
interface Batch {
  robots: Robot[];
  /** From fine to coarse. */
  layers: Layer[];
}

export class Figures {
  readonly group = new THREE.Group();
  private readonly batches: Batch[] = [];
  /** What has a single body, from fine to coarse. */
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
      // Numbers on shirts have no corners to spare.
      const layers = this.add(some, 1, isSolid ? BALL_CELLS : [0], isSolid);
      for (const layer of layers) layer.show([{ first: 0, shirt: WHITE }]);
      this.singles.push(layers);
    }
    this.paint(false);
  }

  /** Draws with the light of each pixel, or with that of corners and shadows that lie flat. */
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
   * Leaves out robots that are not in the picture, nor their shadows, and draws those more coarsely
   * that are further away: `grain` is what is too small to be seen at a distance of 1 m, m. Says
   * whether that is another choice than before.
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
      // Nobody sees how fine a shadow is that lies flat.
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
