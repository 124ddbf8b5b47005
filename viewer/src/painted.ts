/** What stays where it is and can be painted in two ways. */

import type * as THREE from "three";

export interface Painted {
  mesh: THREE.Mesh;
  fine: THREE.Material;
  /** For machines that are slow; may be the same. */
  plain: THREE.Material;
}

/** The same thing once more. */
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
