/** Whether a graphics card draws here. */

/** Browsers that draw by software say so where they are asked not to. */
export function hasCard(): boolean {
  const gl = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return gl !== null;
}
