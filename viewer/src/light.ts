/** Sun and sky, and the same light worked out at corners, where machines are slow. */

import * as THREE from "three";

/** Direction to the sun, as in the core's own pictures. */
export const SUN = new THREE.Vector3(0.48, -0.36, 0.8).normalize();
export const SKY = 0xa9c7e3;
/** Where haze begins and hides everything, m, near the ground. */
export const HAZE = [90, 300] as const;

export const makeSun = (): THREE.DirectionalLight => new THREE.DirectionalLight(0xfff4e0, 2.4);
export const makeDome = (): THREE.HemisphereLight =>
  new THREE.HemisphereLight(0xdcecff, 0x4d6b3a, 1.5);

const [sun, dome] = [makeSun(), makeDome()];

/** How much of its colour what looks to `normal` shows, with `part` of the sun's light. */
function lit(normal: THREE.Vector3, part = 1): THREE.Color {
  const up = 0.5 + 0.5 * normal.dot(dome.position);
  const light = dome.groundColor.clone().lerp(dome.color, up).multiplyScalar(dome.intensity);
  const direct = part * sun.intensity * Math.max(0, normal.dot(SUN));
  return light.add(sun.color.clone().multiplyScalar(direct)).multiplyScalar(1 / Math.PI);
}

const UP = new THREE.Vector3(0, 0, 1);

/** By what colours of the ground, as they are on the screen, are multiplied. */
export const GROUND = lit(UP).convertLinearToSRGB();
/** How dark the sun's shadow is on it. */
export const SHADE = 1 - lit(UP, 0).convertLinearToSRGB().g / GROUND.g;

const glsl = ({ x, y, z }: THREE.Vector3): string =>
  `vec3(${[x, y, z].map((number) => number.toFixed(5)).join()})`;
const rays = ({ r, g, b }: THREE.Color, strength: number): string =>
  glsl(new THREE.Vector3(r, g, b).multiplyScalar(strength / Math.PI));

/** `lit` for shaders, as numbers of the screen. */
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
/** Where the sun lays what is at a place. */
export const LAID = `
  vec3 laid(vec3 place) {
    return vec3(place.xy - max(place.z, 0.0) * vec2(${SUN.x / SUN.z}, ${SUN.y / SUN.z}), 0.01);
  }
`;
