/** Sun and sky, and the same light computed per vertex for slow machines. */

import * as THREE from "three";

/** Direction to the sun, as in the core's renderer. */
export const SUN = new THREE.Vector3(0.48, -0.36, 0.8).normalize();
export const SKY = 0xa9c7e3;
/** Distances at which haze begins and at which it hides everything near the ground, m. */
export const HAZE = [90, 300] as const;

export const makeSun = (): THREE.DirectionalLight => new THREE.DirectionalLight(0xfff4e0, 2.4);
export const makeDome = (): THREE.HemisphereLight =>
  new THREE.HemisphereLight(0xdcecff, 0x4d6b3a, 1.5);

const [sun, dome] = [makeSun(), makeDome()];

/** Reflected share of a surface's colour, for its normal and a fraction of the sun's light. */
function lit(normal: THREE.Vector3, part = 1): THREE.Color {
  const up = 0.5 + 0.5 * normal.dot(dome.position);
  const light = dome.groundColor.clone().lerp(dome.color, up).multiplyScalar(dome.intensity);
  const direct = part * sun.intensity * Math.max(0, normal.dot(SUN));
  return light.add(sun.color.clone().multiplyScalar(direct)).multiplyScalar(1 / Math.PI);
}

const UP = new THREE.Vector3(0, 0, 1);

/** Factors of sRGB colours of the ground. */
export const GROUND = lit(UP).convertLinearToSRGB();
/** Darkness of the sun's shadow on the ground. */
export const SHADE = 1 - lit(UP, 0).convertLinearToSRGB().g / GROUND.g;

const glsl = ({ x, y, z }: THREE.Vector3): string =>
  `vec3(${[x, y, z].map((number) => number.toFixed(5)).join()})`;
const rays = ({ r, g, b }: THREE.Color, strength: number): string =>
  glsl(new THREE.Vector3(r, g, b).multiplyScalar(strength / Math.PI));

/** `lit` as GLSL, with an sRGB result. */
export const LIGHT = `
  vec3 lit(vec3 colour, vec3 normal) {
    vec3 light = mix(
      ${rays(dome.groundColor, dome.intensity)},
      ${rays(dome.color, dome.intensity)},
      0.5 + 0.5 * dot(normal, ${glsl(dome.position)})
    );
    light += ${rays(sun.color, sun.intensity)} * max(0.0, dot(normal, ${glsl(SUN)}));
    return pow(min(colour * light, 1.0), vec3(1.0 / 2.2));
  }
`;
/** GLSL function that projects a point along the sun's rays onto the ground. */
export const FLATTEN = `
  vec3 flattened(vec3 place) {
    return vec3(place.xy - max(place.z, 0.0) * vec2(${SUN.x / SUN.z}, ${SUN.y / SUN.z}), 0.01);
  }
`;
