/** Level of detail: shapes with fewer triangles, by vertex clustering (Rossignac, Borrel 1993). */

import * as THREE from "three";

/** Attributes that keep vertices of one cell apart. */
const KEPT = ["color", "body", "wears"] as const;
/** Resolution of normals, per unit along an axis, by which edges of boxes stay sharp. */
const SIDES = 1.5;

/** Parts smaller than this fraction of a cell are left out. */
const TINY = 0.7;

type Triple = [number, number, number];

/**
 * The shape with all vertices of a part within a cell of about `cell` m merged into one. Triangles
 * that degenerate are left out.
 */
export function coarsen(
  geometry: THREE.InstancedBufferGeometry,
  cell: number,
): THREE.InstancedBufferGeometry {
  const of = (name: string): THREE.BufferAttribute =>
    geometry.getAttribute(name) as THREE.BufferAttribute;
  const count = of("position").count;
  const [position, normal] = [triples(of("position")), triples(of("normal"))];
  const parts = new Groups(count, (vertex) => KEPT.map((name) => of(name).getX(vertex)));
  const boxes = Array.from({ length: parts.count }, () => new THREE.Box3());
  const point = new THREE.Vector3();
  parts.of.forEach((part, vertex) => boxes[part]?.expandByPoint(point.set(...position(vertex))));
  const places = new Groups(count, (vertex) => {
    const part = parts.of[vertex] ?? 0;
    return [part, ...node(boxes[part] ?? new THREE.Box3(), point.set(...position(vertex)), cell)];
  });
  // One vertex per cell, colour, and rounded normal.
  const vertices = new Groups(count, (vertex) => [
    places.of[vertex] ?? 0,
    ...normal(vertex).map((x) => Math.round(SIDES * x)),
  ]);
  const coarse = new THREE.InstancedBufferGeometry();
  const means = places.means(of("position"));
  const place = new Float32Array(3 * vertices.count);
  vertices.of.forEach((to, vertex) => {
    const from = 3 * (places.of[vertex] ?? 0);
    place.set(means.subarray(from, from + 3), 3 * to);
  });
  coarse.setAttribute("position", new THREE.BufferAttribute(place, 3));
  for (const name of ["normal", ...KEPT]) {
    const values = vertices.means(of(name));
    coarse.setAttribute(name, new THREE.BufferAttribute(values, of(name).itemSize));
  }
  coarse.normalizeNormals();
  const isSeen = boxes.map((box) => box.min.distanceTo(box.max) > TINY * cell);
  const shown = triangles(geometry, places.of, vertices.of, (vertex) => {
    return isSeen[parts.of[vertex] ?? 0] ?? false;
  });
  coarse.setIndex(shown);
  return coarse;
}

/** The grid point of a box nearest to a point. Even a thin box has two along each axis. */
function node({ min, max }: THREE.Box3, point: THREE.Vector3, cell: number): Triple {
  const along = (axis: "x" | "y" | "z"): number => {
    const edge = max[axis] - min[axis];
    const cells = Math.max(1, Math.round(edge / cell));
    return edge > 0 ? Math.round(((point[axis] - min[axis]) / edge) * cells) : 0;
  };
  return [along("x"), along("y"), along("z")];
}

/** Vertices grouped by a key; each group becomes one vertex. */
class Groups {
  /** Group of each vertex. */
  readonly of: Uint32Array;
  readonly count: number;

  constructor(vertices: number, key: (vertex: number) => number[]) {
    const known = new Map<string, number>();
    this.of = Uint32Array.from({ length: vertices }, (_, vertex) => {
      const words = key(vertex).join();
      const group = known.get(words) ?? known.size;
      known.set(words, group);
      return group;
    });
    this.count = known.size;
  }

  means(attribute: THREE.BufferAttribute): Float32Array {
    const size = attribute.itemSize;
    const means = new Float32Array(size * this.count);
    const counts = new Uint32Array(this.count);
    this.of.forEach((group, vertex) => {
      const count = (counts[group] ?? 0) + 1;
      counts[group] = count;
      for (let part = 0; part < size; part++) {
        const mean = means[size * group + part] ?? 0;
        means[size * group + part] = mean + (attribute.getComponent(vertex, part) - mean) / count;
      }
    });
    return means;
  }
}

function triples(of: THREE.BufferAttribute): (vertex: number) => Triple {
  return (vertex) => [of.getX(vertex), of.getY(vertex), of.getZ(vertex)];
}

/** Each visible triangle that still has three different places, once. */
function triangles(
  geometry: THREE.BufferGeometry,
  places: Uint32Array,
  vertices: Uint32Array,
  isSeen: (vertex: number) => boolean,
): number[] {
  const left: number[] = [];
  const known = new Set<string>();
  const index = geometry.getIndex();
  if (!index) return left;
  for (let at = 0; at < index.count / 3; at++) {
    const three = [0, 1, 2].map((vertex) => index.getX(3 * at + vertex));
    if (!isSeen(three[0] ?? 0)) continue;
    const [a, b, c] = three.map((vertex) => places[vertex]);
    const shown = three.map((vertex) => vertices[vertex] ?? 0);
    const words = [...shown].sort((one, other) => one - other).join();
    if (a === b || b === c || c === a || known.has(words)) continue;
    known.add(words);
    left.push(...shown);
  }
  return left;
}
