/** A static mesh with two materials. */

import type * as THREE from "three";

export interface Painted {
  mesh: THREE.Mesh;
  fine: THREE.Material;
  /** For slow machines; may be the same. */
  plain: THREE.Material;
}

/** A copy that shares geometry and materials. */
export function twin(painted: Painted): Painted {
  return { ...painted, mesh: painted.mesh.clone() };
}

export function paint({ mesh, fine, plain }: Painted, isPlain: boolean): void {
  mesh.material = isPlain ? plain : fine;
}

export function release({ mesh, fine, plain }: Painted): void {
  mesh.geometry.dispose();
  for (const material of [fine, plain]) {
    const { map, uniforms } = material as Partial<THREE.MeshBasicMaterial & THREE.ShaderMaterial>;
    const texture = map ?? (uniforms?.map?.value as THREE.Texture | null | undefined);
    texture?.dispose();
    material.dispose();
  }
}
