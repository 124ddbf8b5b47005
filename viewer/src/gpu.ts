/** Detects whether a GPU renders. */

/** Names of software renderers. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export function hasGpu(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const name = gl ? rendererName(gl) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** Name of the renderer, as far as the browser reveals it. */
export function rendererName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const more = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}
