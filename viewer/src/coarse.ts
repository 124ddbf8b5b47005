/** Shapes with fewer triangles, for what is far away or for machines that are slow. */

import * as THREE from "three";

/** What differs among corners of one place that must not become one. */
const KEPT = ["color", "body", "wears"] as const;
/** Directions that are told apart, per unit along an axis: edges of boxes stay edges. */
const SIDES = 1.5;

/** Parts that are smaller than this part of a cell are left out. */
const TINY = 0.7;

type Triple = [number, number, number];

/**
 * The same shape with one place for all corners of a part that are in one cell of about `cell` m;
 * triangles that have become lines or points are left out.
 */
export function coarsen(
  geometry: THREE.InstancedBufferGeometry,
  cell: number,
): THREE.InstancedBufferGeometry {
  const of = (name: string): THREE.BufferAttribute =>
    geometry.getAttribute(name) as THREE.BufferAttribute;
  const count = of("position").count;
  const [position, normal] = [triples(of("position")), triples(of("normal"))];
  const parts = new Groups(count, (corner) => KEPT.map((name) => of(name).getX(corner)));
  const boxes = Array.from({ length: parts.count }, () => new THREE.Box3());
  const point = new THREE.Vector3();
  parts.of.forEach((part, corner) => boxes[part]?.expandByPoint(point.set(...position(corner))));
  const places = new Groups(count, (corner) => {
    const part = parts.of[corner] ?? 0;
    return [part, ...node(boxes[part] ?? new THREE.Box3(), point.set(...position(corner)), cell)];
  });
  // Of corners at a place one for each colour and about each side that they look to.
  const corners = new Groups(count, (corner) => [
    places.of[corner] ?? 0,
    ...normal(corner).map((x) => Math.round(SIDES * x)),
  ]);
  const coarse = new THREE.InstancedBufferGeometry();
  const means = places.means(of("position"));
  const place = new Float32Array(3 * corners.count);
  corners.of.forEach((to, corner) => {
    const from = 3 * (places.of[corner] ?? 0);
    place.set(means.subarray(from, from + 3), 3 * to);
  });
  coarse.setAttribute("position", new THREE.BufferAttribute(place, 3));
  for (const name of ["normal", ...KEPT]) {
    const values = corners.means(of(name));
    coarse.setAttribute(name, new THREE.BufferAttribute(values, of(name).itemSize));
  }
  coarse.normalizeNormals();
  const isSeen = boxes.map((box) => box.min.distanceTo(box.max) > TINY * cell);
  const shown = triangles(geometry, places.of, corners.of, (corner) => {
    return isSeen[parts.of[corner] ?? 0] ?? false;
  });
  coarse.setIndex(shown);
  return coarse;
}

/** The corner of cells of a box that a point is nearest to: even thin boxes have two in each row. */
function node({ min, max }: THREE.Box3, point: THREE.Vector3, cell: number): Triple {
  const along = (axis: "x" | "y" | "z"): number => {
    const edge = max[axis] - min[axis];
    const cells = Math.max(1, Math.round(edge / cell));
    return edge > 0 ? Math.round(((point[axis] - min[axis]) / edge) * cells) : 0;
  };
  return [along("x"), along("y"), along("z")];
}

/** Corners that become one. */
class Groups {
  /** The group of each corner. */
  readonly of: Uint32Array;
  readonly count: number;

  constructor(corners: number, key: (corner: number) => number[]) {
    const known = new Map<string, number>();
    this.of = Uint32Array.from({ length: corners }, (_, corner) => {
      const words = key(corner).join();
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
    this.of.forEach((group, corner) => {
      const count = (counts[group] ?? 0) + 1;
      counts[group] = count;
      for (let part = 0; part < size; part++) {
        const mean = means[size * group + part] ?? 0;
        means[size * group + part] = mean + (attribute.getComponent(corner, part) - mean) / count;
      }
    });
    return means;
  }
}

function triples(of: THREE.BufferAttribute): (corner: number) => Triple {
  return (corner) => [of.getX(corner), of.getY(corner), of.getZ(corner)];
}

/** Each triangle that is to be seen and has three places still, once. */
function triangles(
  geometry: THREE.BufferGeometry,
  places: Uint32Array,
  corners: Uint32Array,
  isSeen: (corner: number) => boolean,
): number[] {
  const left: number[] = [];
  const known = new Set<string>();
  const index = geometry.getIndex();
  if (!index) return left;
  for (let at = 0; at < index.count / 3; at++) {
    const three = [0, 1, 2].map((corner) => index.getX(3 * at + corner));
    if (!isSeen(three[0] ?? 0)) continue;
    const [a, b, c] = three.map((corner) => places[corner]);
    const shown = three.map((corner) => corners[corner] ?? 0);
    const words = [...shown].sort((one, other) => one - other).join();
    if (a === b || b === c || c === a || known.has(words)) continue;
    known.add(words);
    left.push(...shown);
  }
  return left;
}
