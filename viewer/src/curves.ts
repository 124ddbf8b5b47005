/** Curves of numbers, such as the terms of a reward, beside the picture. */

import { element } from "./dom";
import type { Curve } from "./message";

const LENGTH = 200;
const [WIDTH, HEIGHT] = [200, 34];
const COLOURS = ["#ffdf80", "#7fd4ff", "#9be58a", "#ff9d8a", "#d0a6ff", "#f4f7f4"];
const MOST = 24;

interface Row {
  values: number[];
  pen: CanvasRenderingContext2D;
  label: Text;
  colour: string;
}

export class Curves {
  private readonly panel = element("notes", HTMLElement);
  private readonly rows = new Map<string, Row>();
  private isStale = false;
  private world = 0;

  /** Adds numbers of a world; those of another world begin anew. */
  add(curves: Curve[] | undefined, world: number): void {
    this.panel.hidden = !curves || curves.length === 0;
    const isGone = (name: string): boolean => !curves?.some((curve) => curve.name === name);
    if (world !== this.world || (curves && [...this.rows.keys()].some(isGone))) this.clear();
    this.world = world;
    for (const { name, value } of curves?.slice(0, MOST) ?? []) {
      const row = this.row(name);
      row?.values.push(value ?? NaN);
      if (row && row.values.length > LENGTH) row.values.shift();
    }
    this.isStale = true;
  }

  private clear(): void {
    this.rows.clear();
    this.panel.replaceChildren();
  }

  /** Draws the curves if they have changed. */
  draw(): void {
    if (!this.isStale) return;
    this.isStale = false;
    for (const [name, row] of this.rows) {
      row.label.data = `${name} ${(row.values.at(-1) ?? 0).toPrecision(4)}`;
      draw(row.pen, row.values, row.colour);
    }
  }

  private row(name: string): Row | null {
    const known = this.rows.get(name);
    if (known) return known;
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [WIDTH, HEIGHT];
    // So few lines are drawn faster without the GPU.
    const pen = sheet.getContext("2d", { willReadFrequently: true });
    if (!pen || this.rows.size >= MOST) return null;
    const label = document.createTextNode(name);
    const box = document.createElement("div");
    box.append(label, sheet);
    this.panel.append(box);
    const colour = COLOURS[this.rows.size % COLOURS.length] ?? "#fff";
    const row = { values: [], pen, label, colour };
    this.rows.set(name, row);
    return row;
  }
}

function draw(pen: CanvasRenderingContext2D, values: number[], colour: string): void {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const scale = (HEIGHT - 4) / (high - low || 1);
  const y = (value: number): number => HEIGHT - 2 - (value - low) * scale;
  pen.clearRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = "#4b5869";
  pen.beginPath();
  pen.moveTo(0, y(0));
  pen.lineTo(WIDTH, y(0));
  pen.stroke();
  pen.strokeStyle = colour;
  pen.beginPath();
  values.forEach((value, index) => {
    if (Number.isFinite(value)) pen.lineTo((index * WIDTH) / LENGTH, y(value));
  });
  pen.stroke();
}
