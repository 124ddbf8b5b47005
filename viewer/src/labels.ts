/** Numbers over the robots, a ring that marks a distant ball, and the ball's trail. */

import * as THREE from "three";
import type { Scenery, Tree } from "./message";
import { LOOKUP, type Poses } from "./poses";

/** Height of a number above the robot's root, m, and its size per metre of distance. */
const [ABOVE, SIZE] = [0.75, 0.035];
/** Offset in the 2D game, in edges of a label, so that it does not hide where the player faces. */
const BESIDE = 0.75;
/** Edge of a label, pixels. */
const SIGN = 64;

/** All numbers, in one draw call. */
export class Labels {
  readonly mesh: THREE.Mesh;

  constructor(scenery: Scenery, poses: Poses) {
    const trees = scenery.trees.filter((tree) => tree.number !== null && tree.team !== null);
    const columns = Math.max(1, Math.ceil(Math.sqrt(trees.length)));
    const sheet = document.createElement("canvas");
    sheet.width = sheet.height = SIGN * columns;
    const pen = sheet.getContext("2d");
    const cells = new Float32Array(2 * trees.length);
    trees.forEach(({ team, number }, index) => {
      const [column, row] = [index % columns, Math.floor(index / columns)];
      cells.set([column, columns - 1 - row], 2 * index);
      if (pen) paint(pen, SIGN * column, SIGN * row, scenery.teamColours[team ?? 0], `${number}`);
    });
    const geometry = new THREE.InstancedBufferGeometry().copy(
      new THREE.PlaneGeometry() as unknown as THREE.InstancedBufferGeometry,
    );
    const first = Float32Array.from(trees, (tree) => tree.first);
    geometry.setAttribute("first", new THREE.InstancedBufferAttribute(first, 1));
    geometry.setAttribute("cell", new THREE.InstancedBufferAttribute(cells, 2));
    geometry.instanceCount = trees.length;
    const map = new THREE.CanvasTexture(sheet);
    const lift = scenery.view === "top" ? BESIDE : 0;
    this.mesh = new THREE.Mesh(geometry, signs(map, columns, poses, lift));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 10;
    this.mesh.visible = trees.length > 1 && scenery.view !== "all";
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    const material = this.mesh.material as THREE.ShaderMaterial;
    (material.uniforms.map?.value as THREE.Texture).dispose();
    material.dispose();
  }
}

function signs(
  map: THREE.Texture,
  columns: number,
  poses: Poses,
  lift: number,
): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { map: { value: map }, poses: poses.uniform },
    vertexShader: `
      attribute float first;
      attribute vec2 cell;
      varying vec2 place;
      ${LOOKUP}
      void main() {
        vec3 root = posed(2 * int(first)).xyz + vec3(0.0, 0.0, ${ABOVE});
        vec4 seen = viewMatrix * vec4(root, 1.0);
        seen.xy -= (position.xy + vec2(0.0, ${lift.toFixed(2)})) * ${SIZE} * seen.z;
        gl_Position = projectionMatrix * seen;
        place = (cell + uv) / ${columns.toFixed(1)};
      }`,
    fragmentShader: `
      uniform sampler2D map;
      varying vec2 place;
      void main() {
        gl_FragColor = texture2D(map, place);
      }`,
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });
}

function paint(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  colour: string,
  text: string,
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x + 32, y + 32, 28, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.font = "bold 36px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x + 32, y + 34);
}

/** Distance from which on a ring marks the ball, m. */
const FAR = 16;

/** A ring around the ball when the ball is too small to be seen. */
export class Ring {
  readonly sprite: THREE.Sprite;

  constructor(private readonly ball: Tree) {
    const sheet = document.createElement("canvas");
    sheet.width = sheet.height = 64;
    const pen = sheet.getContext("2d");
    if (pen) {
      pen.strokeStyle = "#fff2a8";
      pen.lineWidth = 7;
      pen.beginPath();
      pen.arc(32, 32, 24, 0, 2 * Math.PI);
      pen.stroke();
    }
    this.sprite = new THREE.Sprite(
      new THREE.SpriteMaterial({
        map: new THREE.CanvasTexture(sheet),
        sizeAttenuation: false,
        depthTest: false,
      }),
    );
    this.sprite.scale.setScalar(0.03);
  }

  update(poses: Float32Array, camera: THREE.Vector3): void {
    this.sprite.position.fromArray(poses, 7 * this.ball.first);
    this.sprite.visible = this.sprite.position.distanceTo(camera) > FAR;
  }
}

/** Length of the trail, pictures. */
const TRAIL = 90;
/** A ball that moves farther between two pictures was placed there, m. */
const PLACED = 2;

export class Trail {
  readonly line: THREE.Line;
  private readonly places = new Float32Array(3 * TRAIL);
  private readonly position = new THREE.BufferAttribute(this.places, 3);
  private count = 0;

  constructor(private readonly ball: Tree) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", this.position);
    const fade = new Float32Array(4 * TRAIL);
    for (let i = 0; i < TRAIL; i++) fade.set([1, 1, 1, (0.8 * i) / TRAIL], 4 * i);
    geometry.setAttribute("color", new THREE.BufferAttribute(fade, 4));
    this.line = new THREE.Line(
      geometry,
      new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
    );
    this.line.frustumCulled = false;
  }

  update(poses: Float32Array): void {
    const { places } = this;
    const [from, last] = [7 * this.ball.first, 3 * (TRAIL - 1)];
    let jump = 0;
    for (let i = 0; i < 3; i++) jump += ((poses[from + i] ?? 0) - (places[last + i] ?? 0)) ** 2;
    const isPlaced = this.count === 0 || jump > PLACED * PLACED;
    places.copyWithin(0, 3);
    for (let i = 0; i < 3; i++) places[last + i] = poses[from + i] ?? 0;
    for (let i = 0; isPlaced && i < last; i++) places[i] = places[last + (i % 3)] ?? 0;
    this.count += 1;
    this.position.needsUpdate = true;
  }
}
