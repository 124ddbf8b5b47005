/** The trainer's hands: ball and robots are dragged, buttons command. */

import * as THREE from "three";
import { element, fill } from "./dom";
import type { Scenery, Standing, Tree } from "./message";

/** How near the pointer must be to something to take it, pixels. */
const REACH = 34;
/** Least time between two commands while something is dragged, ms. */
const INTERVAL = 50;
/** Height above the ground at which something is dragged and let fall, m. */
const LIFTED: Record<"ball" | "robot", number> = { ball: 0.15, robot: 0.72 };
/** How hard a push is, m/s. */
const PUSH = 1.2;
const MODES = [
  ["BeforeKickOff", "Before kick-off"],
  ["PlayOn", "Play on"],
  ["KickIn_Left", "Kick-in, left"],
  ["KickIn_Right", "Kick-in, right"],
  ["corner_kick_left", "Corner kick, left"],
  ["corner_kick_right", "Corner kick, right"],
  ["goal_kick_left", "Goal kick, left"],
  ["goal_kick_right", "Goal kick, right"],
  ["free_kick_left", "Free kick, left"],
  ["free_kick_right", "Free kick, right"],
  ["direct_free_kick_left", "Direct free kick, left"],
  ["direct_free_kick_right", "Direct free kick, right"],
  ["penalty_kick_left", "Penalty kick, left"],
  ["penalty_kick_right", "Penalty kick, right"],
  ["GameOver", "Game over"],
] as const;

export interface Sight {
  readonly scenery: Scenery | null;
  readonly poses: Float32Array;
  readonly camera: THREE.Camera;
  hold(isHeld: boolean): void;
  select(tree: number): void;
  readonly robot: number | null;
}

export class Hands {
  private readonly ray = new THREE.Raycaster();
  private readonly ground = new THREE.Plane(new THREE.Vector3(0, 0, 1), 0);
  private readonly point = new THREE.Vector3();
  private held: number | null = null;
  private last = 0;
  private teams: [string, string] = ["Left", "Right"];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly sight: Sight,
    private readonly say: (words: string) => void,
    private readonly mayCommand: () => boolean,
  ) {
    canvas.addEventListener(
      "pointerdown",
      (event) => {
        this.take(event);
      },
      { capture: true },
    );
    canvas.addEventListener("pointermove", (event) => {
      if (this.held !== null && event.timeStamp - this.last >= INTERVAL) this.drag(event);
    });
    for (const kind of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(kind, (event) => {
        if (this.held !== null && kind === "pointerup") this.drag(event);
        this.held = null;
        sight.hold(false);
      });
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>("#hands [data-say]")) {
      button.onclick = () => {
        say(button.dataset.say ?? "");
      };
    }
    const mode = element("setmode", HTMLSelectElement);
    fill(mode, [["", "Play mode ..."], ...MODES]);
    mode.onchange = () => {
      if (mode.value !== "") say(`(playMode ${mode.value})`);
      mode.value = "";
    };
    element("send", HTMLButtonElement).onclick = () => {
      this.about("repos");
    };
    element("push", HTMLButtonElement).onclick = () => {
      this.push();
    };
    element("kill", HTMLButtonElement).onclick = () => {
      this.about("kill");
    };
  }

  standing(standing: Standing): void {
    this.teams = standing.game?.teams ?? ["Left", "Right"];
    const isFlat = this.sight.scenery?.view === "top" || this.sight.scenery?.view === "all";
    element("hands", HTMLElement).hidden =
      !this.mayCommand() || isFlat || !!standing.notes?.playback;
    for (const one of document.querySelectorAll<HTMLElement>("#hands .game"))
      one.hidden = standing.game === null;
    // Only servers have agents whose robots can leave.
    element("kill", HTMLElement).hidden = standing.notes !== null || standing.game === null;
  }

  /** Pushes the robot away from the camera. */
  push(): void {
    const tree = this.tree(this.sight.robot);
    if (tree?.number == null || element("hands", HTMLElement).hidden) return;
    const way = this.sight.camera.getWorldDirection(this.point).setZ(0).normalize();
    const velocity = `${(PUSH * way.x).toFixed(3)} ${(PUSH * way.y).toFixed(3)} 0`;
    this.say(`(push (unum ${tree.number})(team ${this.team(tree)})(vel ${velocity}))`);
  }

  /** Says which robot is to be told about more, if any. */
  select(tree: Tree | undefined): void {
    const number = tree?.number ?? -1;
    const team = tree ? this.team(tree) : this.teams[0];
    if (this.mayCommand()) this.say(`(select (unum ${number})(team ${team}))`);
  }

  private about(word: string): void {
    const tree = this.tree(this.sight.robot);
    if (tree?.number != null) this.say(`(${word} (unum ${tree.number})(team ${this.team(tree)}))`);
  }

  private team(tree: Tree): string {
    return this.teams[tree.team ?? 0];
  }

  private tree(index: number | null): Tree | undefined {
    return index === null ? undefined : this.sight.scenery?.trees[index];
  }

  private take(event: PointerEvent): void {
    const found = event.button === 0 ? this.nearest(event) : null;
    if (found === null) return;
    if (found !== this.sight.scenery?.ball) this.sight.select(found);
    const isOpen = !element("hands", HTMLElement).hidden;
    if (!isOpen) return;
    this.held = found;
    this.sight.hold(true);
    this.canvas.setPointerCapture(event.pointerId);
  }

  /** The tree whose root is nearest to the pointer, if one is near. */
  private nearest(event: PointerEvent): number | null {
    const { scenery, poses, camera } = this.sight;
    let [best, found]: [number, number | null] = [REACH, null];
    scenery?.trees.forEach((tree, index) => {
      this.point.fromArray(poses, 7 * tree.first).project(camera);
      const box = this.canvas.getBoundingClientRect();
      const x = box.left + ((this.point.x + 1) / 2) * box.width;
      const y = box.top + ((1 - this.point.y) / 2) * box.height;
      const distance = Math.hypot(x - event.clientX, y - event.clientY);
      if (this.point.z < 1 && distance < best) [best, found] = [distance, index];
    });
    return found;
  }

  private drag(event: PointerEvent): void {
    const tree = this.tree(this.held);
    if (!tree) return;
    this.last = event.timeStamp;
    const box = this.canvas.getBoundingClientRect();
    const pointer = new THREE.Vector2(
      (2 * (event.clientX - box.left)) / box.width - 1,
      1 - (2 * (event.clientY - box.top)) / box.height,
    );
    this.ray.setFromCamera(pointer, this.sight.camera);
    if (!this.ray.ray.intersectPlane(this.ground, this.point)) return;
    const place = `${this.point.x.toFixed(3)} ${this.point.y.toFixed(3)}`;
    if (tree.number === null) this.say(`(ball (pos ${place} ${LIFTED.ball})(vel 0 0 0))`);
    else {
      const who = `(unum ${tree.number})(team ${this.team(tree)})`;
      this.say(`(agent ${who}(pos ${place} ${LIFTED.robot}))`);
    }
  }
}
