/** Grass and lines. */

import * as THREE from "three";
import type { Pitch } from "./message";

/** Pixels a metre of the grass, where there is room. */
const SHARPNESS = 40;
const LARGEST = 4096;
/** Mown stripes of this width, m. */
const STRIPE = 2;

export function makePitch(pitch: Pitch, largest: number): THREE.Mesh {
  const [length, width] = [pitch.length + 2 * pitch.border + 6, pitch.width + 2 * pitch.border + 6];
  const scale = Math.min(SHARPNESS, Math.min(largest, LARGEST) / Math.max(length, width));
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [Math.round(length * scale), Math.round(width * scale)];
  const pen = sheet.getContext("2d");
  if (pen) {
    pen.setTransform(scale, 0, 0, -scale, sheet.width / 2, sheet.height / 2);
    grass(pen, length, width);
    lines(pen, pitch);
  }
  const texture = new THREE.CanvasTexture(sheet);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  const mesh = new THREE.Mesh(
    new THREE.PlaneGeometry(length, width),
    new THREE.MeshLambertMaterial({ map: texture }),
  );
  mesh.receiveShadow = true;
  return mesh;
}

function grass(pen: CanvasRenderingContext2D, length: number, width: number): void {
  pen.fillStyle = "#3f8f3a";
  pen.fillRect(-length / 2, -width / 2, length, width);
  pen.fillStyle = "#48993f";
  const stripes = Math.ceil(length / STRIPE / 2) + 1;
  for (let stripe = -stripes; stripe < stripes; stripe++) {
    if (stripe % 2 === 0) pen.fillRect(stripe * STRIPE, -width / 2, STRIPE, width);
  }
}

function lines(pen: CanvasRenderingContext2D, pitch: Pitch): void {
  const [x, y] = [pitch.length / 2, pitch.width / 2];
  pen.strokeStyle = pen.fillStyle = "#f4f7f4";
  pen.lineWidth = pitch.lineWidth;
  pen.strokeRect(-x, -y, pitch.length, pitch.width);
  segment(pen, 0, -y, 0, y);
  ring(pen, 0, 0, pitch.circleRadius, 0, 2 * Math.PI);
  spot(pen, 0, 0, pitch.lineWidth);
  const [depth, wide, high] = pitch.goal;
  for (const side of [-1, 1]) {
    // Goals of the 2D game have no posts that stand.
    if (high === 0) pen.strokeRect(side > 0 ? x : -x - depth, -wide / 2, depth, wide);
    for (const area of [pitch.goalieArea, pitch.penaltyArea]) {
      if (area) pen.strokeRect(side > 0 ? x - area[0] : -x, -area[1] / 2, area[0], area[1]);
    }
    spot(pen, side * (x - pitch.penaltySpot), 0, pitch.lineWidth);
    if (pitch.penaltyArea) arc(pen, pitch, side);
    for (const edge of [-1, 1]) {
      const begin = Math.atan2(-edge, -side);
      ring(pen, side * x, edge * y, pitch.cornerRadius, begin - Math.PI / 4, begin + Math.PI / 4);
    }
  }
}

/** The part of the circle about the penalty spot that is outside of the penalty area. */
function arc(pen: CanvasRenderingContext2D, pitch: Pitch, side: number): void {
  const reach = (pitch.penaltyArea?.[0] ?? 0) - pitch.penaltySpot;
  if (Math.abs(reach) >= pitch.circleRadius) return;
  const half = Math.acos(reach / pitch.circleRadius);
  const middle = side > 0 ? Math.PI : 0;
  ring(
    pen,
    side * (pitch.length / 2 - pitch.penaltySpot),
    0,
    pitch.circleRadius,
    middle - half,
    middle + half,
  );
}

function segment(pen: CanvasRenderingContext2D, x: number, y: number, u: number, v: number): void {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(u, v);
  pen.stroke();
}

function ring(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  from: number,
  to: number,
): void {
  pen.beginPath();
  pen.arc(x, y, radius, from, to);
  pen.stroke();
}

function spot(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
