/**
 * Materials for machines without a GPU: light is computed per vertex, in sRGB colours, and shadows
 * are planar: robots projected onto the ground.
 */

import * as THREE from "three";
import { FLATTEN, LIGHT, SHADE, SKY } from "./light";
import { LOOKUP, type Poses } from "./poses";

/** Distances at which haze begins and at which it hides everything, m; shared by all materials. */
export const haze = { value: new THREE.Vector2() };

const { r, g, b } = new THREE.Color(SKY).convertLinearToSRGB();
const HAZY = `
  vec3 hazy(vec3 colour, float far) {
    return mix(colour, vec3(${[r, g, b].map((part) => part.toFixed(4)).join()}), far);
  }
`;
const PLACED = `
  attribute float body;
  attribute float first;
  ${LOOKUP}
`;

/** Material of robots and ball. */
export function plainFigures(poses: Poses): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { poses: poses.uniform, haze },
    vertexColors: true,
    vertexShader: `
      attribute float wears;
      attribute vec3 shirt;
      uniform vec2 haze;
      varying vec3 shown;
      ${PLACED} ${LIGHT} ${HAZY}
      void main() {
        int texel = 2 * int(first + body);
        vec4 turn = posed(texel + 1);
        vec4 seen = viewMatrix * vec4(posed(texel).xyz + turned(turn, position), 1.0);
        shown = lit(mix(color, shirt, wears), turned(turn, normal));
        shown = hazy(shown, smoothstep(haze.x, haze.y, -seen.z));
        gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `
      varying vec3 shown;
      void main() {
        gl_FragColor = vec4(shown, 1.0);
      }`,
  });
}

/** Their planar shadows; the stencil keeps overlapping ones from darkening twice. */
export function plainShadows(poses: Poses): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { poses: poses.uniform },
    vertexShader: `
      ${PLACED} ${FLATTEN}
      void main() {
        int texel = 2 * int(first + body);
        vec3 place = posed(texel).xyz + turned(posed(texel + 1), position);
        gl_Position = projectionMatrix * viewMatrix * vec4(flattened(place), 1.0);
      }`,
    fragmentShader: `
      void main() {
        gl_FragColor = vec4(0.0, 0.0, 0.0, ${SHADE.toFixed(3)});
      }`,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -8,
    stencilWrite: true,
    stencilRef: 1,
    stencilFunc: THREE.NotEqualStencilFunc,
    stencilZPass: THREE.ReplaceStencilOp,
  });
}

/** Material of ground and nets, with a texture or a plain sRGB colour. */
export function plainPicture(
  map: THREE.Texture | null,
  tint: THREE.Color,
  options: THREE.ShaderMaterialParameters = {},
): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    uniforms: { map: { value: map }, tint: { value: tint }, haze },
    vertexShader: `
      varying vec2 place;
      varying float far;
      void main() {
        vec4 seen = modelViewMatrix * vec4(position, 1.0);
        far = -seen.z;
        place = uv;
        gl_Position = projectionMatrix * seen;
      }`,
    fragmentShader: `
      uniform sampler2D map;
      uniform vec3 tint;
      uniform vec2 haze;
      varying vec2 place;
      varying float far;
      ${HAZY}
      void main() {
        vec4 painted = ${map ? "texture2D(map, place)" : "vec4(1.0)"};
        ${options.transparent ? "painted.rgb /= max(painted.a, 0.01);" : ""}
        gl_FragColor = vec4(
          hazy(tint * painted.rgb, smoothstep(haze.x, haze.y, far)),
          ${options.transparent ? `${options.opacity ?? 1} * painted.a` : "1.0"}
        );
      }`,
    ...options,
  });
}
