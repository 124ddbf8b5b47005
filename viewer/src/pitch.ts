/** The pitch: grass and lines. */

import * as THREE from "three";
import { GROUND } from "./light";
import type { Pitch } from "./message";
import { plainPicture } from "./plain";
import type { Painted } from "./painted";

/** Resolution of the texture unless the GPU limits it, pixels per metre. */
const SHARPNESS = 40;
const LARGEST = 4096;
/** Longer edge of the texture for slow machines, pixels. */
const ROUGH = 2048;
/** Width of the mown stripes, m. */
const STRIPE = 2;

/** Colour and extent of the plane around the pitch, m. */
const [AROUND, FAR] = ["#3a7d36", 6000] as const;

/** Length and width of the grass, m. */
function extent(pitch: Pitch): [number, number] {
  return [pitch.length + 2 * pitch.border + 6, pitch.width + 2 * pitch.border + 6];
}

export function makePitch(pitch: Pitch, largest: number): Painted {
  const [length, width] = extent(pitch);
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
  const fine = new THREE.MeshLambertMaterial({ map: texture });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(length, width), fine);
  mesh.receiveShadow = true;
  mesh.renderOrder = -1;
  const plain = plainPicture(rough(sheet), GROUND, UNDER);
  return { mesh, fine, plain };
}

/** A smaller copy of the texture, in sRGB colours, for slow machines. */
function rough(sheet: HTMLCanvasElement): THREE.Texture {
  const smaller = document.createElement("canvas");
  const scale = Math.min(1, ROUGH / Math.max(sheet.width, sheet.height));
  [smaller.width, smaller.height] = [sheet.width, sheet.height].map((edge) =>
    Math.round(scale * edge),
  ) as [number, number];
  const pen = smaller.getContext("2d");
  if (pen) pen.imageSmoothingQuality = "high";
  pen?.drawImage(sheet, 0, 0, smaller.width, smaller.height);
  const texture = new THREE.CanvasTexture(smaller);
  texture.minFilter = THREE.LinearMipmapNearestFilter;
  return texture;
}

/** Nothing lies below the ground, so everything drawn later may cover it. */
const UNDER = { depthTest: false, depthWrite: false } as const;

/** The plane around a pitch, with a hole for it; without a pitch, a plane below everything. */
export function makeAround(pitch: Pitch | null): Painted {
  const colour = new THREE.Color(AROUND);
  const fine = new THREE.MeshLambertMaterial({ color: colour, depthWrite: false });
  const geometry = pitch ? frame(...extent(pitch)) : new THREE.PlaneGeometry(FAR, FAR);
  const mesh = new THREE.Mesh(geometry, fine);
  mesh.renderOrder = -2;
  const tint = colour.clone().convertLinearToSRGB().multiply(GROUND);
  return { mesh, fine, plain: plainPicture(null, tint, UNDER) };
}

function frame(length: number, width: number): THREE.BufferGeometry {
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const [inner, outer] = [
    [length, width],
    [FAR, FAR],
  ].map(([x = 0, y = 0]) => corners.flatMap(([u, v]) => [(u * x) / 2, (v * y) / 2, 0])) as [
    number[],
    number[],
  ];
  const geometry = new THREE.BufferGeometry();
  const positions = new Float32Array([...inner, ...outer]);
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  const up = corners.flatMap(() => [0, 0, 1, 0, 0, 1]);
  geometry.setAttribute("normal", new THREE.BufferAttribute(new Float32Array(up), 3));
  geometry.setIndex(
    corners.flatMap((_, side) => {
      const next = (side + 1) % 4;
      return [side, 4 + side, 4 + next, side, 4 + next, next];
    }),
  );
  return geometry;
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
    // Goals of the 2D game have no height, so they are drawn as lines.
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

/** The penalty arc: the part of the circle around the penalty spot outside the penalty area. */
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
