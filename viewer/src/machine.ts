/** Whether a graphics card draws here. */

/** What software that draws instead of one calls itself. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export function hasCard(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const name = gl ? graphics(gl) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** What draws, as far as the browser tells. */
export function graphics(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const more = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}
