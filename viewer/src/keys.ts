/** Keyboard shortcuts: RoboViz's, where it has them. */

import { element } from "./dom";

export interface Actions {
  readonly view: (index: number) => void;
  readonly nextView: () => void;
  readonly nextRobot: (direction: 1 | -1) => void;
  readonly space: () => void;
  readonly step: () => void;
  readonly skip: (seconds: number) => void;
  readonly chapter: (direction: 1 | -1) => void;
  readonly send: (command: string) => void;
  readonly record: () => void;
  readonly labels: () => void;
  readonly insight: () => void;
  readonly push: () => void;
  readonly drive: () => void;
  readonly meter: () => void;
}

const LIST: readonly (readonly [string, string])[] = [
  ["1 ... 7", "Camera: ball, robot, free, top, behind the left and the right goal, robot's eye"],
  ["C", "Next camera"],
  ["Tab", "Next robot; with Shift the previous one"],
  ["W A S D, arrows", "Move the free camera; PageUp and PageDown: up and down"],
  ["Mouse", "Drag to turn, wheel to zoom, right button to shift; click a robot to select it"],
  ["Space", "Follow the ball or leave it; pause a recording"],
  [". , ;", "Recording: one frame on; 5 s back, 5 s on"],
  ["N, P", "Recording: next and previous goal or foul"],
  ["K, J, B", "Kick-off left, kick-off right, drop ball (with a token)"],
  ["L", "Numbers over the robots"],
  ["O", "What the selected robot sees, the forces on it, its joint angles"],
  ["X", "Push the selected robot away (with a token)"],
  [
    "G",
    "Drive it, where the game allows it: W S ahead and back, A D turn, Q E aside, F kick; or a gamepad",
  ],
  ["R", "Record a clip"],
  ["M", "Frame meter: frame rate and cost of a frame"],
  ["H", "This list"],
];

const SLIDING: ReadonlySet<string> = new Set([
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
]);

export function listen(held: Set<string>, actions: Actions): void {
  const help = element("keys", HTMLDialogElement);
  const list = element("keylist", HTMLElement);
  for (const [key, text] of LIST) {
    const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, meaning.textContent] = [key, text];
    list.append(term, meaning);
  }
  element("help", HTMLButtonElement).onclick = () => {
    help.showModal();
  };
  addEventListener("keyup", (event) => held.delete(event.key));
  leaveLists();
  addEventListener("blur", () => {
    held.clear();
  });
  addEventListener("keydown", (event) => {
    if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isOwn(event)) return;
    held.add(event.key);
    const action = meaning(event, actions, help);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat) action();
  });
}

/** Takes the focus from a list after a choice by mouse, so that shortcuts work again. */
function leaveLists(): void {
  let isPointed = false;
  for (const kind of ["pointerdown", "keydown"] as const) {
    addEventListener(
      kind,
      () => {
        isPointed = kind === "pointerdown";
      },
      { capture: true },
    );
  }
  addEventListener("change", ({ target }) => {
    if (isPointed && target instanceof HTMLSelectElement) target.blur();
  });
}

/** Whether a key belongs to the focused element: a list, or a slider. */
function isOwn({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && SLIDING.has(key);
}

function meaning(
  event: KeyboardEvent,
  actions: Actions,
  help: HTMLDialogElement,
): (() => void) | undefined {
  const simple: Record<string, () => void> = {
    Tab: () => {
      actions.nextRobot(event.shiftKey ? -1 : 1);
    },
    " ": actions.space,
    ".": actions.step,
    ",": () => {
      actions.skip(-5);
    },
    ";": () => {
      actions.skip(5);
    },
    n: () => {
      actions.chapter(1);
    },
    p: () => {
      actions.chapter(-1);
    },
    c: actions.nextView,
    k: () => {
      actions.send("(kickOff Left)");
    },
    j: () => {
      actions.send("(kickOff Right)");
    },
    b: () => {
      actions.send("(dropBall)");
    },
    l: actions.labels,
    o: actions.insight,
    x: actions.push,
    g: actions.drive,
    m: actions.meter,
    r: actions.record,
    h: () => {
      help.showModal();
    },
  };
  if (/^[1-7]$/.test(event.key)) {
    return () => {
      actions.view(Number(event.key) - 1);
    };
  }
  return simple[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
