/** What moves: robots and the ball, one drawing call for a body of all robots of a kind. */

import * as THREE from "three";
import type { Part, Scenery, SurfaceRange, Tree } from "./message";

/** What a robot without a team wears. */
const NEUTRAL = "#f6f6f4";

interface Batch {
  mesh: THREE.InstancedMesh;
  /** Bodies that are drawn, as numbers of all bodies. */
  bodies: number[];
}

export class Figures {
  readonly group = new THREE.Group();
  /** What never moves; not in the group. */
  readonly fixtures: THREE.Mesh[] = [];
  private readonly batches: Batch[] = [];
  private readonly matrix = new THREE.Matrix4();
  private readonly position = new THREE.Vector3();
  private readonly turn = new THREE.Quaternion();
  private readonly size = new THREE.Vector3(1, 1, 1);

  constructor(private readonly scenery: Scenery) {
    scenery.models.forEach((model, index) => {
      const trees = scenery.trees.filter((tree) => tree.model === index);
      for (let body = 0; body < model.bodies; body++) {
        const parts = model.parts.filter((part) => part.body === body);
        this.add(
          trees,
          body,
          parts.filter((part) => part.colour !== null),
          false,
        );
        this.add(
          trees,
          body,
          parts.filter((part) => part.colour === null),
          true,
        );
      }
    });
    for (const tree of scenery.trees) {
      for (const body of new Set(tree.parts.map((part) => part.body))) {
        this.add(
          [tree],
          body,
          tree.parts.filter((part) => part.body === body),
          false,
        );
      }
    }
    for (const fixture of scenery.fixtures) this.fixtures.push(makeFixture(scenery, fixture));
  }

  /** Puts bodies where `poses` says: position and quaternion xyzw. */
  update(poses: Float32Array): void {
    for (const { mesh, bodies } of this.batches) {
      bodies.forEach((body, index) => {
        this.position.fromArray(poses, 7 * body);
        this.turn.fromArray(poses, 7 * body + 3);
        mesh.setMatrixAt(index, this.matrix.compose(this.position, this.turn, this.size));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const fixture of this.fixtures) this.group.add(fixture);
    this.group.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      const mesh = object as THREE.Mesh<THREE.BufferGeometry, THREE.Material>;
      mesh.geometry.dispose();
      mesh.material.dispose();
    });
  }

  private add(trees: Tree[], body: number, parts: Part[], isTeam: boolean): void {
    if (parts.length === 0 || trees.length === 0) return;
    const geometry = merge(this.scenery, parts);
    const material = new THREE.MeshStandardMaterial({
      vertexColors: !isTeam,
      roughness: 0.6,
      metalness: 0.05,
    });
    const mesh = new THREE.InstancedMesh(geometry, material, trees.length);
    mesh.frustumCulled = false;
    mesh.castShadow = parts.some((part) => part.solid);
    mesh.receiveShadow = true;
    if (isTeam) {
      const colour = new THREE.Color();
      trees.forEach((tree, index) => {
        mesh.setColorAt(
          index,
          colour.set(tree.team === null ? NEUTRAL : this.scenery.teamColours[tree.team]),
        );
      });
    }
    this.batches.push({ mesh, bodies: trees.map((tree) => tree.first + body) });
    this.group.add(mesh);
  }
}

/** Several shapes as one, each corner in its part's colour. */
function merge(scenery: Scenery, parts: Part[]): THREE.BufferGeometry {
  const vertices = parts.reduce((sum, part) => sum + part.surface[1], 0);
  const [positions, normals, colours] = [0, 1, 2].map(() => new Float32Array(3 * vertices)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const corners: number[] = [];
  const colour = new THREE.Color();
  let first = 0;
  for (const part of parts) {
    const [from, count, begin, length] = part.surface;
    colour.set(part.colour ?? NEUTRAL);
    for (let vertex = 0; vertex < count; vertex++) {
      const at = 6 * (from + vertex);
      positions.set(scenery.numbers.subarray(at, at + 3), 3 * (first + vertex));
      normals.set(scenery.numbers.subarray(at + 3, at + 6), 3 * (first + vertex));
      colour.toArray(colours, 3 * (first + vertex));
    }
    for (const corner of scenery.corners.subarray(begin, begin + length))
      corners.push(first + corner);
    first += count;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  geometry.setIndex(corners);
  return geometry;
}

function makeFixture(
  scenery: Scenery,
  fixture: { net: boolean; colour: string; surface: SurfaceRange },
): THREE.Mesh {
  const part: Part = { body: 0, colour: fixture.colour, solid: true, surface: fixture.surface };
  const geometry = merge(scenery, [part]);
  const material = fixture.net
    ? netMaterial(geometry, fixture.colour)
    : new THREE.MeshLambertMaterial({ vertexColors: true });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.castShadow = !fixture.net;
  return mesh;
}

/** Meshes of this size, m. */
const MESH = 0.12;

/** A net that one looks through; gives the geometry the coordinates that its threads need. */
function netMaterial(geometry: THREE.BufferGeometry, colour: string): THREE.Material {
  const position = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");
  const uv = new Float32Array(2 * position.count);
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const [u, v] =
      Math.abs(normal.getX(i)) > 0.5 ? [y, z] : Math.abs(normal.getY(i)) > 0.5 ? [x, z] : [x, y];
    uv.set([u / MESH, v / MESH], 2 * i);
  }
  geometry.setAttribute("uv", new THREE.BufferAttribute(uv, 2));
  const sheet = document.createElement("canvas");
  sheet.width = sheet.height = 32;
  const pen = sheet.getContext("2d");
  if (pen) {
    pen.strokeStyle = colour;
    pen.lineWidth = 3;
    pen.strokeRect(0, 0, 32, 32);
  }
  const map = new THREE.CanvasTexture(sheet);
  map.colorSpace = THREE.SRGBColorSpace;
  map.wrapS = map.wrapT = THREE.RepeatWrapping;
  map.anisotropy = 4;
  return new THREE.MeshBasicMaterial({
    map,
    transparent: true,
    opacity: 0.75,
    side: THREE.DoubleSide,
    depthWrite: false,
  });
}
