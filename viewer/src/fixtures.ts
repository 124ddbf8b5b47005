/** Goals and their nets, which never move. */

import * as THREE from "three";
import type { Part, Scenery } from "./message";
import type { Painted } from "./painted";
import { plainPicture } from "./plain";
import { merge } from "./shapes";

/** Size of the net's meshes, m. */
const MESH = 0.12;

export function makeFixtures(scenery: Scenery): Painted[] {
  return [false, true].flatMap((isNet) => {
    const some = scenery.fixtures.filter((fixture) => fixture.net === isNet);
    if (some.length === 0) return [];
    const pieces = some.map(({ colour, surface }) => {
      const part: Part = { body: 0, colour, solid: true, surface };
      return { part, body: 0, colour };
    });
    const geometry = new THREE.BufferGeometry().copy(merge(scenery, pieces));
    if (isNet) return [net(geometry, some[0]?.colour ?? "#fff")];
    const fine = new THREE.MeshLambertMaterial({ vertexColors: true });
    const mesh = new THREE.Mesh(geometry, fine);
    mesh.castShadow = true;
    return [{ mesh, fine, plain: fine }];
  });
}

/** A transparent net; adds texture coordinates to the geometry. */
function net(geometry: THREE.BufferGeometry, colour: string): Painted {
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
  const [map, rough] = [new THREE.CanvasTexture(sheet), new THREE.CanvasTexture(sheet)];
  map.colorSpace = THREE.SRGBColorSpace;
  map.anisotropy = 4;
  for (const one of [map, rough]) one.wrapS = one.wrapT = THREE.RepeatWrapping;
  const look = { transparent: true, opacity: 0.75, side: THREE.DoubleSide, depthWrite: false };
  const fine = new THREE.MeshBasicMaterial({ map, ...look });
  const plain = plainPicture(rough, new THREE.Color(1, 1, 1), look);
  return { mesh: new THREE.Mesh(geometry, fine), fine, plain };
}
