/** The trainer's controls: the ball and robots can be dragged, buttons send commands. */

import * as THREE from "three";
import { element, fill } from "./dom";
import type { Scenery, Standing, Tree } from "./message";

/** Maximum distance of the pointer from what it grabs, pixels. */
const REACH = 34;
/** Minimum time between two commands while dragging, ms. */
const INTERVAL = 50;
/** Height above the ground at which something is dragged and dropped, m. */
const LIFTED: Record<"ball" | "robot", number> = { ball: 0.15, robot: 0.72 };
/** Change of velocity by a push, m/s. */
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

/** What the trainer acts on. */
export interface Context {
  readonly scenery: Scenery | null;
  readonly poses: Float32Array;
  readonly camera: THREE.Camera;
  hold(isHeld: boolean): void;
  select(tree: number): void;
  readonly robot: number | null;
}

export class Trainer {
  private readonly ray = new THREE.Raycaster();
  private readonly ground = new THREE.Plane(new THREE.Vector3(0, 0, 1), 0);
  private readonly point = new THREE.Vector3();
  private held: number | null = null;
  private last = 0;
  private teams: [string, string] = ["Left", "Right"];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: Context,
    private readonly send: (command: string) => void,
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
        context.hold(false);
      });
    }
    for (const button of document.querySelectorAll<HTMLButtonElement>("#hands [data-say]")) {
      button.onclick = () => {
        send(button.dataset.say ?? "");
      };
    }
    const mode = element("setmode", HTMLSelectElement);
    fill(mode, [["", "Play mode ..."], ...MODES]);
    mode.onchange = () => {
      if (mode.value !== "") send(`(playMode ${mode.value})`);
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
    const isFlat = this.context.scenery?.view === "top" || this.context.scenery?.view === "all";
    element("hands", HTMLElement).hidden =
      !this.mayCommand() || isFlat || !!standing.notes?.playback;
    for (const one of document.querySelectorAll<HTMLElement>("#hands .game"))
      one.hidden = standing.game === null;
    // Only servers have agents whose robots can leave.
    element("kill", HTMLElement).hidden = standing.notes !== null || standing.game === null;
  }

  /** Pushes the robot away from the camera. */
  push(): void {
    const tree = this.tree(this.context.robot);
    if (tree?.number == null || element("hands", HTMLElement).hidden) return;
    const way = this.context.camera.getWorldDirection(this.point).setZ(0).normalize();
    const velocity = `${(PUSH * way.x).toFixed(3)} ${(PUSH * way.y).toFixed(3)} 0`;
    this.send(`(push (unum ${tree.number})(team ${this.team(tree)})(vel ${velocity}))`);
  }

  /** Tells the server which robot's insight to send; `undefined` for none. */
  select(tree: Tree | undefined): void {
    const number = tree?.number ?? -1;
    const team = tree ? this.team(tree) : this.teams[0];
    if (this.mayCommand()) this.send(`(select (unum ${number})(team ${team}))`);
  }

  private about(word: string): void {
    const tree = this.tree(this.context.robot);
    if (tree?.number != null) this.send(`(${word} (unum ${tree.number})(team ${this.team(tree)}))`);
  }

  private team(tree: Tree): string {
    return this.teams[tree.team ?? 0];
  }

  private tree(index: number | null): Tree | undefined {
    return index === null ? undefined : this.context.scenery?.trees[index];
  }

  private take(event: PointerEvent): void {
    const found = event.button === 0 ? this.nearest(event) : null;
    if (found === null) return;
    if (found !== this.context.scenery?.ball) this.context.select(found);
    const isOpen = !element("hands", HTMLElement).hidden;
    if (!isOpen) return;
    this.held = found;
    this.context.hold(true);
    this.canvas.setPointerCapture(event.pointerId);
  }

  /** The tree whose root is nearest to the pointer, if one is near. */
  private nearest(event: PointerEvent): number | null {
    const { scenery, poses, camera } = this.context;
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
    this.ray.setFromCamera(pointer, this.context.camera);
    if (!this.ray.ray.intersectPlane(this.ground, this.point)) return;
    const place = `${this.point.x.toFixed(3)} ${this.point.y.toFixed(3)}`;
    if (tree.number === null) this.send(`(ball (pos ${place} ${LIFTED.ball})(vel 0 0 0))`);
    else {
      const who = `(unum ${tree.number})(team ${this.team(tree)})`;
      this.send(`(agent ${who}(pos ${place} ${LIFTED.robot}))`);
    }
  }
}
