/** Entry point of the viewer: connects the server, the picture, and the controls. */

import { Board } from "./board";
import { Cameraman, VIEWS, type View } from "./camera";
import { Clip } from "./clip";
import { Curves } from "./curves";
import { element, fill } from "./dom";
import { Driver } from "./drive";
import { Gauge } from "./gauge";
import { whyNoInsight } from "./insight";
import { listen } from "./keys";
import { Link } from "./link";
import { read, type Scenery, type Standing } from "./message";
import { Meter } from "./meter";
import { Motion } from "./motion";
import { Stage } from "./stage";
import { Timeline } from "./timeline";
import { Trainer } from "./trainer";

const canvas = element("picture", HTMLCanvasElement);
const header = element("board", HTMLElement);
const footer = element("bars", HTMLElement);
const state = element("state", HTMLElement);
const cameras = element("camera", HTMLSelectElement);
const robots = element("robot", HTMLSelectElement);
const worlds = element("world", HTMLSelectElement);
const driveButton = element("drive", HTMLButtonElement);
const insightButton = element("insight", HTMLButtonElement);

const held = new Set<string>();
const stage = new Stage(canvas, () => link.mayCommand);
const none: ReadonlySet<string> = new Set();
const cameraman = new Cameraman(stage.camera, canvas, held, () => [
  header.hidden ? 0 : header.getBoundingClientRect().bottom,
  canvas.clientHeight - footer.getBoundingClientRect().top,
]);
const motion = new Motion();
const board = new Board();
const curves = new Curves();
const gauge = new Gauge();
const clip = new Clip(canvas, element("record", HTMLButtonElement));
const meter = new Meter(gauge, stage.renderer, () => ({
  robots: stage.scenery?.trees.filter(({ team }) => team !== null).length ?? 0,
  quality: stage.quality.words,
}));
let robot: number | null = null;
let [isFirst, wasAll] = [true, false];
/** Whether the user has chosen a camera. */
let isChosen = false;

const link = new Link(
  (message) => {
    read(message, {
      scenery: set,
      standing: stand,
      news: (news) => {
        board.news(news);
      },
      frame: (frame) => {
        motion.take(frame, performance.now());
      },
      insight: (insight) => {
        stage.insight.set(insight);
        stage.isStale = true;
      },
    });
  },
  (isOpen) => {
    state.hidden = isOpen;
    if (isOpen) ask();
    state.textContent = "The server is gone; waiting for it to come back ...";
  },
);
const send = (command: string): void => {
  link.send(command);
};
const timeline = new Timeline(send);
const trainer = new Trainer(
  canvas,
  {
    get scenery() {
      return stage.scenery;
    },
    get poses() {
      return motion.poses;
    },
    get robot() {
      return robot;
    },
    camera: stage.camera,
    hold: (isHeld) => {
      cameraman.controls.enabled = !isHeld;
      isDragging = isHeld;
    },
    select,
  },
  send,
  () => link.mayCommand,
);
let isDragging = false;
const driver = new Driver(held, send);

function set(scenery: Scenery): void {
  stage.set(scenery);
  board.colours(scenery.teamColours);
  motion.reset(
    scenery.trees.reduce((sum, tree) => sum + (scenery.models[tree.model]?.bodies ?? 0), 0),
  );
  const known = scenery.trees[robot ?? -1];
  if (!known || robot === scenery.ball) robot = stage.selected = null;
  name();
  insightButton.disabled = whyNoInsight(scenery) !== "";
  insightButton.title = whyNoInsight(scenery) || "What the robot sees and feels (O)";
  const isAll = scenery.view === "all";
  const usual = scenery.view === "all" ? "top" : scenery.view;
  // The server suggests another camera as players join; the user's choice has precedence.
  const isSuggested = !isChosen && !cameraman.isMoved && usual !== cameraman.view;
  if (isFirst || isAll !== wasAll || isSuggested) turnTo(usual);
  [isFirst, wasAll] = [false, isAll];
}

let standing: Standing | null = null;

function stand(next: Standing): void {
  standing = next;
  board.standing(next);
  trainer.standing(next);
  timeline.show(next.notes?.playback);
  curves.add(next.notes?.curves, next.world);
  stage.drawings.set(next.notes?.drawings);
  stage.isStale = true;
  const mayDrive = next.notes?.drive === true && link.mayCommand;
  driveButton.hidden = !mayDrive;
  if (!mayDrive) driver.isOn = false;
  worlds.hidden = next.worlds < 2 || !link.mayCommand;
  if (worlds.options.length !== next.worlds + 1) {
    fill(worlds, [
      ["-1", "All worlds"],
      ...Array.from(
        { length: next.worlds },
        (_, world) => [String(world), `World ${world}`] as const,
      ),
    ]);
  }
  worlds.value = String(next.world);
  name();
  if (next.notes?.follow && !hasFollowed) follow(...next.notes.follow);
}

let hasFollowed = false;

/** Follows the robot that the program suggests, once it has joined. */
function follow(team: string, number: number): void {
  const index = stage.scenery?.trees.findIndex(
    (tree) => tree.number === number && standing?.game?.teams[tree.team ?? 0] === team,
  );
  if (index === undefined || index < 0) return;
  hasFollowed = true;
  select(index);
  look("robot");
}

/** Fills the list of robots, by team and number. */
function name(): void {
  const trees = stage.scenery?.trees ?? [];
  const options = trees.flatMap((tree, index): (readonly [string, string])[] => {
    if (tree.number === null || tree.team === null) return [];
    const team = standing?.game?.teams[tree.team] ?? (tree.team === 0 ? "Left" : "Right");
    return [[String(index), `${team} #${tree.number}`]];
  });
  fill(robots, [["", "No robot"], ...options]);
  robots.value = robot === null ? "" : String(robot);
}

function select(tree: number | null): void {
  robot = stage.selected = tree;
  robots.value = tree === null ? "" : String(tree);
  ask();
}

/** Asks the server for the selected robot's insight if it is shown. */
function ask(): void {
  if (!stage.scenery || whyNoInsight(stage.scenery) !== "") return;
  trainer.select(stage.insight.isOn ? stage.scenery.trees[robot ?? -1] : undefined);
}

function drive(): void {
  if (driveButton.hidden) return;
  driver.toggle();
  driveButton.classList.toggle("on", driver.isOn);
  if (!driver.isOn) return;
  if (robot === null) nextRobot(1);
  look("robot");
}

function showInsight(): void {
  if (insightButton.disabled) return;
  stage.insight.toggle();
  insightButton.classList.toggle("on", stage.insight.isOn);
  if (stage.insight.isOn && robot === null) nextRobot(1);
  else ask();
}

/** Sets the camera that the user has chosen. */
function look(view: View): void {
  isChosen = true;
  turnTo(view);
}

function turnTo(view: View): void {
  cameraman.set(view);
  cameras.value = view;
}

function nextRobot(direction: 1 | -1): void {
  const numbers = [...robots.options].map((option) => option.value).filter((value) => value !== "");
  const place = numbers.indexOf(String(robot));
  const next = place < 0 && direction < 0 ? numbers.length - 1 : place + direction;
  const chosen = numbers[(next + numbers.length) % numbers.length];
  if (chosen !== undefined) select(Number(chosen));
}

fill(
  cameras,
  VIEWS.map((view) => [view, `Camera: ${view}`]),
);
cameras.onchange = () => {
  look(cameras.value as View);
};
robots.onchange = () => {
  select(robots.value === "" ? null : Number(robots.value));
};
worlds.onchange = () => {
  send(worlds.value === "-1" ? "(world all)" : `(world ${worlds.value})`);
};
listen(held, {
  view: (index) => {
    look(VIEWS[index] ?? "ball");
  },
  nextView: () => {
    look(VIEWS[(VIEWS.indexOf(cameraman.view) + 1) % VIEWS.length] ?? "ball");
  },
  nextRobot,
  space: () => {
    if (timeline.isShown) timeline.toggle();
    else look(cameraman.view === "ball" ? "free" : "ball");
  },
  step: () => {
    send("(step)");
  },
  skip: (seconds) => {
    timeline.skip(seconds);
  },
  chapter: (direction) => {
    timeline.turn(direction);
  },
  send,
  record: () => {
    clip.toggle();
  },
  labels: () => {
    stage.toggleLabels();
  },
  insight: showInsight,
  push: () => {
    trainer.push();
  },
  drive,
  meter: () => {
    meter.toggle();
  },
});

driveButton.onclick = drive;
insightButton.onclick = showInsight;

/** Interval of pictures while nothing moves, ms. */
const IDLE = 250;
let [last, drawn] = [performance.now(), 0];
/** Whether a picture was drawn at the previous animation frame. */
let isRunning = false;

function draw(): void {
  requestAnimationFrame(draw);
  const begin = performance.now();
  const elapsed = Math.min((begin - last) / 1000, 0.1);
  const interval = begin - last;
  last = begin;
  const hasMoved = motion.update(begin);
  if (!stage.scenery || !motion.isKnown) return;
  cameraman.keys = driver.isOn ? none : held;
  driver.update(begin, robot === null ? undefined : stage.scenery.trees[robot]);
  if (!isDragging) cameraman.update(stage.scenery, motion.poses, robot, elapsed);
  const isNew = stage.prepare(motion.poses, cameraman.target, hasMoved);
  timeline.tick(motion.time);
  curves.draw();
  board.clock(motion.playTime, motion.time);
  if (!isNew && begin - drawn < IDLE) {
    isRunning = false;
    return;
  }
  const before = performance.now();
  stage.draw();
  drawn = performance.now();
  if (isRunning && !document.hidden) {
    gauge.add(interval, drawn - begin, drawn - before);
    if (!clip.isOn) stage.quality.add(interval);
  }
  isRunning = isNew;
}
draw();
const room = new ResizeObserver(() => {
  cameraman.refit();
});
for (const part of [canvas, header, footer]) room.observe(part);
for (const kind of ["pointerdown", "keydown", "change", "click"] as const) {
  addEventListener(kind, () => {
    stage.isStale = true;
  });
}

/** For tests. */
Object.assign(window, {
  viewer: {
    get frames() {
      return motion.frames;
    },
    get time() {
      return motion.time;
    },
    get standing() {
      return standing;
    },
    get insight() {
      return stage.insight.current;
    },
    get mayCommand() {
      return link.mayCommand;
    },
    get quality() {
      return stage.quality;
    },
    get camera() {
      return stage.camera.position.toArray();
    },
    place: (tree: number) => [
      ...motion.poses.subarray(7 * (stage.scenery?.trees[tree]?.first ?? 0)).subarray(0, 3),
    ],
    pixel: (tree: number) => stage.pixel(motion.poses, tree),
    trees: () => stage.scenery?.trees.map(({ team, number }) => [team, number]) ?? [],
    times: () => gauge.report(),
    clear: () => {
      gauge.clear();
    },
    calls: () => stage.renderer.info.render,
  },
});
