/** Merges shapes into one geometry. */

import * as THREE from "three";
import type { Part, Scenery } from "./message";

/** A part with the number of its body and its colour. */
export interface Piece {
  part: Part;
  body: number;
  /** `null` for the colour of the wearer's shirt. */
  colour: string | null;
}

const NEUTRAL = "#f6f6f4";

/** Merges pieces into one geometry, whose vertices have a body and a colour. */
export function merge(scenery: Scenery, pieces: Piece[]): THREE.InstancedBufferGeometry {
  const vertices = pieces.reduce((sum, { part }) => sum + part.surface[1], 0);
  const [positions, normals, colours] = [0, 1, 2].map(() => new Float32Array(3 * vertices)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [bodies, wears] = [new Float32Array(vertices), new Float32Array(vertices)];
  const indices: number[] = [];
  const paint = new THREE.Color();
  let first = 0;
  for (const { part, body, colour } of pieces) {
    const [from, count, begin, length] = part.surface;
    paint.set(colour ?? NEUTRAL);
    bodies.fill(body, first, first + count);
    wears.fill(colour === null ? 1 : 0, first, first + count);
    for (let vertex = 0; vertex < count; vertex++) {
      const at = 6 * (from + vertex);
      positions.set(scenery.vertices.subarray(at, at + 3), 3 * (first + vertex));
      normals.set(scenery.vertices.subarray(at + 3, at + 6), 3 * (first + vertex));
      paint.toArray(colours, 3 * (first + vertex));
    }
    for (const index of scenery.indices.subarray(begin, begin + length))
      indices.push(first + index);
    first += count;
  }
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  geometry.setAttribute("body", new THREE.BufferAttribute(bodies, 1));
  geometry.setAttribute("wears", new THREE.BufferAttribute(wears, 1));
  geometry.setIndex(indices);
  return geometry;
}
