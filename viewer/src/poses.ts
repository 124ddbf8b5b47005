/** Poses of all bodies as a texture, with which vertex shaders place each vertex. */

import * as THREE from "three";

/** Texels per row; a body has two, its position and its quaternion. */
const WIDTH = 256;
const NUMBERS = 8;

export class Poses {
  /** The texture, as a uniform for shaders. */
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

  /** Sets the poses: position and quaternion xyzw, seven numbers per body. */
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

  /** Makes a material place each vertex by the pose of its body. */
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

/** GLSL functions that read and apply poses. */
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

/** Chunks of three.js's vertex shader, and their replacements. */
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
