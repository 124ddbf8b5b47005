/** Pitches and goals, one per world, and the plane around them. Worlds without a game share one. */

import * as THREE from "three";
import { makeFixtures } from "./fixtures";
import type { Scenery } from "./message";
import { paint, release, twin, type Painted } from "./painted";
import { makeAround, makePitch } from "./pitch";

export class Ground {
  readonly group = new THREE.Group();
  private readonly things: Painted[];

  constructor(scenery: Scenery, largest: number) {
    const { pitch, places } = scenery;
    const [first, second] = places;
    const isApart = first && second && Math.abs(second[0] - first[0]) > pitch.length / 2;
    const parts = [makePitch(pitch, largest), ...makeFixtures(scenery)];
    const copies = (isApart ? places : [[0, 0] as const]).flatMap(([x, y]) =>
      parts.map((part) => {
        const copy = twin(part);
        copy.mesh.position.set(x, y, 0);
        return copy;
      }),
    );
    this.things = [makeAround(isApart ? null : pitch), ...copies];
    this.group.add(...this.things.map(({ mesh }) => mesh));
  }

  paint(isPlain: boolean): void {
    for (const thing of this.things) paint(thing, isPlain);
  }

  dispose(): void {
    for (const thing of this.things) release(thing);
  }
}
