/** Where bodies are, for the graphics card: what moves is put into its place there. */

import * as THREE from "three";

/** Texels in a row: two a body, its position and its quaternion. */
const WIDTH = 256;
const NUMBERS = 8;

export class Poses {
  /** What shaders read. */
  readonly uniform: { value: THREE.DataTexture };
  private readonly numbers: Float32Array;

  constructor(private readonly bodies: number) {
    const rows = Math.max(1, Math.ceil((2 * bodies) / WIDTH));
    this.numbers = new Float32Array(4 * WIDTH * rows);
    const texture = new THREE.DataTexture(
      this.numbers,
      WIDTH,
      rows,
      THREE.RGBAFormat,
      THREE.FloatType,
    );
    this.uniform = { value: texture };
  }

  /** Takes positions and quaternions xyzw, seven numbers a body. */
  update(poses: Float32Array): void {
    const numbers = this.numbers;
    for (let body = 0; body < this.bodies; body++) {
      const [from, to] = [7 * body, NUMBERS * body];
      for (let axis = 0; axis < 3; axis++) numbers[to + axis] = poses[from + axis] ?? 0;
      for (let part = 3; part < 7; part++) numbers[to + part + 1] = poses[from + part] ?? 0;
    }
    this.uniform.value.needsUpdate = true;
  }

  dispose(): void {
    this.uniform.value.dispose();
  }

  /** Lets a material put each corner where its body is. */
  moves<T extends THREE.Material>(material: T): T {
    material.onBeforeCompile = (shader) => {
      shader.uniforms.poses = this.uniform;
      shader.vertexShader = SHADER + shader.vertexShader;
      for (const [chunk, own] of CHUNKS) {
        shader.vertexShader = shader.vertexShader.replace(chunk, own);
      }
    };
    return material;
  }
}

/** Of shaders that put something where a body is. */
export const LOOKUP = `
  uniform highp sampler2D poses;
  vec4 posed(int texel) {
    return texelFetch(poses, ivec2(texel % ${WIDTH}, texel / ${WIDTH}), 0);
  }
  vec3 turned(vec4 turn, vec3 vector) {
    return vector + 2.0 * cross(turn.xyz, cross(turn.xyz, vector) + turn.w * vector);
  }
`;

const SHADER = `
  attribute float body;
  attribute float first;
  attribute float wears;
  attribute vec3 shirt;
  ${LOOKUP}
`;

/** What three.js does with a corner, and what is done here. */
const CHUNKS = [
  [
    "#include <beginnormal_vertex>",
    "vec3 objectNormal = turned(posed(2 * int(first + body) + 1), normal);",
  ],
  [
    "#include <begin_vertex>",
    `int texel = 2 * int(first + body);
     vec3 transformed = posed(texel).xyz + turned(posed(texel + 1), position);`,
  ],
  ["#include <color_vertex>", "vColor = mix(color, shirt, wears);"],
] as const;
