/** The board with score, clock and play mode, and the feed of events. */

import { clockText, element } from "./dom";
import type { News, Standing } from "./message";

/** How long an event is shown, ms. */
const SHOWN = 6000;
const MOST_NEWS = 6;

export class Board {
  private readonly board = element("board", HTMLElement);
  private readonly feed = element("feed", HTMLOListElement);
  private readonly texts = {
    left: element("left", HTMLElement),
    right: element("right", HTMLElement),
    score: element("score", HTMLOutputElement),
    clock: element("clock", HTMLOutputElement),
    mode: element("mode", HTMLOutputElement),
  };
  private known: Standing | null = null;

  colours(teams: [string, string]): void {
    this.board.style.setProperty("--left", teams[0]);
    this.board.style.setProperty("--right", teams[1]);
  }

  standing(standing: Standing): void {
    const game = standing.game;
    const before = this.known?.game ?? null;
    const title = standing.notes?.title ?? "";
    this.board.hidden = game === null && title === "";
    this.texts.left.textContent = game?.teams[0] ?? title;
    this.texts.right.textContent = game?.teams[1] ?? "";
    this.texts.score.textContent = game ? `${game.score[0]} : ${game.score[1]}` : "";
    this.texts.mode.textContent = game?.words ?? "";
    if (game && before) {
      game.score.forEach((goals, side) => {
        if (goals > (before.score[side] ?? 0))
          this.tell(`Goal for ${game.teams[side] ?? ""}!`, "goal");
      });
      if (game.mode !== before.mode) this.tell(game.words, "mode");
    }
    this.known = standing;
  }

  news(news: News): void {
    const team = news.team === undefined ? "" : (this.known?.game?.teams[news.team] ?? "");
    const who = news.number === undefined ? "" : `, ${team} #${news.number}`;
    const name = news.name === undefined ? "" : `: ${words(news.name, false)}`;
    this.tell(news.text ?? `${words(news.kind)}${name}${who}`, news.kind);
  }

  clock(playTime: number, time: number): void {
    const text = clockText(Number.isNaN(playTime) ? time : playTime);
    if (this.texts.clock.textContent !== text) this.texts.clock.textContent = text;
  }

  private tell(text: string, kind: string): void {
    const item = document.createElement("li");
    item.className = kind;
    item.textContent = text;
    this.feed.append(item);
    while (this.feed.childElementCount > MOST_NEWS) this.feed.firstElementChild?.remove();
    setTimeout(() => {
      item.remove();
    }, SHOWN);
  }
}

/** Converts a name such as `BALL_HOLDING` to words. */
function words(name: string, isFirst = true): string {
  const spaced = name.replace(/_/g, " ").toLowerCase();
  return isFirst ? spaced.charAt(0).toUpperCase() + spaced.slice(1) : spaced;
}
