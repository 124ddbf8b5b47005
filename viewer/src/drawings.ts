/** Drawings of playmakers, coaches, and scripts on the pitch of a 2D game. */

import * as THREE from "three";
import type { Drawing } from "./message";

const HEIGHT = 0.32;
const STEPS = 48;
/** Opacity of a filled shape's inside relative to its outline. */
const INSIDE = 0.35;

export class Drawings {
  readonly group = new THREE.Group();
  private text = "";

  /** Replaces the drawings, unless they are the same. */
  set(drawings: Drawing[] | undefined): void {
    const text = JSON.stringify(drawings ?? []);
    if (text === this.text) return;
    this.text = text;
    this.clear();
    for (const drawing of drawings ?? []) this.add(drawing);
  }

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof THREE.Mesh || child instanceof THREE.Line) {
        (child.geometry as THREE.BufferGeometry).dispose();
        (child.material as THREE.Material).dispose();
      }
    }
  }

  private add([kind, points, sizes, text, rgba, isFilled]: Drawing): void {
    const [red = 1, green = 1, blue = 1, opacity = 1] = rgba;
    const color = new THREE.Color().setRGB(red, green, blue, THREE.SRGBColorSpace);
    if (kind === "text") {
      this.write(text, points[0], sizes[0] ?? 12, color);
      return;
    }
    const [edge, isClosed] = outline(kind, points, sizes);
    const line = edge.map(([x, y]) => new THREE.Vector3(x, -y, HEIGHT));
    if (isClosed && line[0]) line.push(line[0]);
    const made = new THREE.Line(
      new THREE.BufferGeometry().setFromPoints(line),
      new THREE.LineBasicMaterial({ color, opacity, transparent: true }),
    );
    this.group.add(made);
    if (!isFilled || !isClosed || edge.length < 3) return;
    const shape = new THREE.Shape(edge.map(([x, y]) => new THREE.Vector2(x, -y)));
    const inside = new THREE.Mesh(
      new THREE.ShapeGeometry(shape),
      new THREE.MeshBasicMaterial({
        color,
        opacity: INSIDE * opacity,
        transparent: true,
        side: THREE.DoubleSide,
      }),
    );
    inside.position.z = 0.02;
    this.group.add(inside);
  }

  private write(
    text: string,
    at: [number, number] | undefined,
    size: number,
    color: THREE.Color,
  ): void {
    if (!at) return;
    const sheet = document.createElement("canvas");
    [sheet.width, sheet.height] = [Math.max(32, 22 * text.length), 40];
    const pen = sheet.getContext("2d");
    if (pen) {
      pen.fillStyle = `#${color.getHexString()}`;
      pen.font = "32px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, sheet.width / 2, 20);
    }
    const map = new THREE.CanvasTexture(sheet);
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthTest: false }));
    const high = size / 7;
    sprite.scale.set((high * sheet.width) / sheet.height, high, 1);
    sprite.position.set(at[0], -at[1], HEIGHT);
    this.group.add(sprite);
  }
}

type Edge = [[number, number][], boolean];

/** Outline of a shape in the 2D game's axes, and whether it is closed. */
function outline(kind: string, points: [number, number][], sizes: number[]): Edge {
  const [x, y] = points[0] ?? [0, 0];
  const around = (radius: number, from: number, span: number): [number, number][] =>
    Array.from({ length: STEPS + 1 }, (_, step) => {
      const angle = ((from + (span * step) / STEPS) * Math.PI) / 180;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  if (kind === "circle") return [around(sizes[0] ?? 1, 0, 360), true];
  if (kind === "arc") {
    const [inner = 0, outer = 1, start = 0, span = 360] = sizes;
    return [[...around(outer, start, span), ...around(inner, start, span).reverse()], true];
  }
  if (kind === "point") return [around(0.4, 0, 360), true];
  return [points, kind === "polygon"];
}
