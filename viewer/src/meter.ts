/** A meter of pictures that everybody can read: how fast they come here, and what they take. */

import type * as THREE from "three";
import { element } from "./dom";
import type { Gauge } from "./gauge";
import { graphics } from "./machine";

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
      `${robots} robots, ${calls} drawing calls, ${triangles} triangles`,
      `${width} x ${height} pixels, ${quality}`,
      graphics(this.renderer.getContext()),
      navigator.userAgent,
    ].join("\n");
  }

  /** Only pages of this machine, or with TLS, may write to the clipboard: others mark the text. */
  private copy(): void {
    this.read();
    const mark = (): void => {
      getSelection()?.selectAllChildren(this.text);
    };
    if (isSecureContext) navigator.clipboard.writeText(this.text.textContent).catch(mark);
    else mark();
  }
}
