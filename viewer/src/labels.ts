/** Numbers over heads, and the line that the ball leaves. */

import * as THREE from "three";
import type { Scenery, Tree } from "./message";

/** How far over a robot's root its number is, m. */
const ABOVE = 0.75;

export class Labels {
  readonly group = new THREE.Group();
  private readonly signs: { sprite: THREE.Sprite; first: number }[] = [];

  constructor(scenery: Scenery) {
    for (const tree of scenery.trees) {
      if (tree.number === null || tree.team === null) continue;
      const sprite = sign(String(tree.number), scenery.teamColours[tree.team]);
      this.signs.push({ sprite, first: tree.first });
      this.group.add(sprite);
    }
    this.group.visible = this.signs.length > 1 && scenery.view !== "all";
  }

  update(poses: Float32Array): void {
    for (const { sprite, first } of this.signs) {
      sprite.position.fromArray(poses, 7 * first);
      sprite.position.z += ABOVE;
    }
  }
}

function sign(text: string, colour: string): THREE.Sprite {
  const sheet = document.createElement("canvas");
  sheet.width = sheet.height = 64;
  const pen = sheet.getContext("2d");
  if (pen) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(32, 32, 28, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#fff";
    pen.font = "bold 36px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, 32, 34);
  }
  const map = new THREE.CanvasTexture(sheet);
  map.colorSpace = THREE.SRGBColorSpace;
  const sprite = new THREE.Sprite(
    new THREE.SpriteMaterial({ map, sizeAttenuation: false, depthTest: false }),
  );
  sprite.scale.setScalar(0.035);
  return sprite;
}

/** From this distance on a ring shows where the ball is, m. */
const FAR = 16;

/** A ring about the ball where it would be too small to be seen. */
export class Ring {
  readonly sprite: THREE.Sprite;

  constructor(private readonly ball: Tree) {
    const sheet = document.createElement("canvas");
    sheet.width = sheet.height = 64;
    const pen = sheet.getContext("2d");
    if (pen) {
      pen.strokeStyle = "#fff2a8";
      pen.lineWidth = 7;
      pen.beginPath();
      pen.arc(32, 32, 24, 0, 2 * Math.PI);
      pen.stroke();
    }
    this.sprite = new THREE.Sprite(
      new THREE.SpriteMaterial({
        map: new THREE.CanvasTexture(sheet),
        sizeAttenuation: false,
        depthTest: false,
      }),
    );
    this.sprite.scale.setScalar(0.03);
  }

  update(poses: Float32Array, camera: THREE.Vector3): void {
    this.sprite.position.fromArray(poses, 7 * this.ball.first);
    this.sprite.visible = this.sprite.position.distanceTo(camera) > FAR;
  }
}

/** Where the ball was, for so many pictures. */
const TRAIL = 90;
/** A ball that is further away was placed, m. */
const PLACED = 2;

export class Trail {
  readonly line: THREE.Line;
  private readonly places = new Float32Array(3 * TRAIL);
  private count = 0;

  constructor(private readonly ball: Tree) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(this.places, 3));
    const fade = new Float32Array(4 * TRAIL);
    for (let i = 0; i < TRAIL; i++) fade.set([1, 1, 1, (0.8 * i) / TRAIL], 4 * i);
    geometry.setAttribute("color", new THREE.BufferAttribute(fade, 4));
    this.line = new THREE.Line(
      geometry,
      new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
    );
    this.line.frustumCulled = false;
  }

  update(poses: Float32Array): void {
    const place = poses.subarray(7 * this.ball.first, 7 * this.ball.first + 3);
    const last = this.places.subarray(3 * (TRAIL - 1));
    const jump = Math.hypot(...[0, 1, 2].map((i) => (place[i] ?? 0) - (last[i] ?? 0)));
    if (this.count === 0 || jump > PLACED) {
      for (let i = 0; i < TRAIL; i++) this.places.set(place, 3 * i);
    }
    this.places.copyWithin(0, 3);
    this.places.set(place, 3 * (TRAIL - 1));
    this.count += 1;
    const attribute = this.line.geometry.getAttribute("position");
    attribute.needsUpdate = true;
  }
}
