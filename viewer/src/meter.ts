/** The frame meter: frame rate, cost of a frame, and what renders it. */

import type * as THREE from "three";
import { element } from "./dom";
import type { Gauge } from "./gauge";
import { rendererName } from "./gpu";

/** Time between two readings, ms. */
const INTERVAL = 1000;

export class Meter {
  private readonly panel = element("meter", HTMLElement);
  private readonly text = element("measured", HTMLElement);
  private timer: number | undefined;

  constructor(
    private readonly gauge: Gauge,
    private readonly renderer: THREE.WebGLRenderer,
    private readonly about: () => { robots: number; quality: string },
  ) {
    element("again", HTMLButtonElement).onclick = () => {
      gauge.clear();
      this.read();
    };
    element("copy", HTMLButtonElement).onclick = () => {
      this.copy();
    };
    if (new URLSearchParams(location.hash.slice(1)).has("meter")) this.toggle();
  }

  toggle(): void {
    this.panel.hidden = !this.panel.hidden;
    clearInterval(this.timer);
    if (this.panel.hidden) return;
    this.read();
    this.timer = setInterval(() => {
      this.read();
    }, INTERVAL);
  }

  private read(): void {
    const times = this.gauge.report();
    const pair = (name: string): string => {
      const [median, p99] = [times[`${name}Median`] ?? NaN, times[`${name}P99`] ?? NaN];
      return `${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
    };
    const { calls, triangles } = this.renderer.info.render;
    const { width, height } = this.renderer.domElement;
    const { robots, quality } = this.about();
    this.text.textContent = [
      `between pictures: median ${pair("interval")}`,
      `the page's work: median ${pair("work")}`,
      `of that three.js: median ${pair("draw")}`,
      `the last ${times.count ?? 0} pictures of something that moves`,
      `${robots} robots, ${calls} draw calls, ${triangles} triangles`,
      `${width} x ${height} pixels, ${quality}`,
      rendererName(this.renderer.getContext()),
      navigator.userAgent,
    ].join("\n");
  }

  /** Copies the text, or selects it where the page may not write to the clipboard (no TLS). */
  private copy(): void {
    this.read();
    const mark = (): void => {
      getSelection()?.selectAllChildren(this.text);
    };
    if (isSecureContext) navigator.clipboard.writeText(this.text.textContent).catch(mark);
    else mark();
  }
}
