/** Paints the frames of a flame graph on a canvas; colours come from the tokens of the page. */

import type { SeenFrame } from "./flameLayout";

export const ROW_HEIGHT = 19;
/** About the width of a letter; names are cut, never squeezed. */
const LETTER = 6.4;
const PADDING = 4;
const FADED = 0.3;

/** What a frame looks like: a token of the tint over the ground, and how strong it is. */
export interface Tint {
  token: string;
  /** From 0 to 1. */
  strength: number;
}

interface PaintOptions {
  seen: readonly SeenFrame[];
  names: readonly string[];
  tintOf: (frame: number) => Tint;
  /** Frames that a search found; null: nothing is searched. */
  found: ReadonlySet<number> | null;
}

/** The strongest tint keeps text readable on it in both themes. */
const STRONGEST = 0.5;

export function paint(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  options: PaintOptions,
) {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const styles = getComputedStyle(canvas);
  const tokens = new Map<string, string>();
  const colour = (token: string) => {
    const known = tokens.get(token) ?? styles.getPropertyValue(token).trim();
    tokens.set(token, known);
    return known;
  };
  context.font = `12px ${colour("--font")}`;
  context.textBaseline = "middle";
  for (const one of options.seen) paintFrame(context, one, options, colour);
}

function paintFrame(
  context: CanvasRenderingContext2D,
  { frame, x, width, row, isAbove }: SeenFrame,
  { names, tintOf, found }: PaintOptions,
  colour: (token: string) => string,
) {
  const isFaded = isAbove || (found !== null && !found.has(frame));
  const y = row * ROW_HEIGHT;
  const wide = Math.max(0.5, width - 1);
  const tint = tintOf(frame);
  context.globalAlpha = 1;
  context.fillStyle = colour("--unresolved-ground");
  context.fillRect(x, y, wide, ROW_HEIGHT - 1);
  context.globalAlpha = STRONGEST * tint.strength * (isFaded ? FADED : 1);
  context.fillStyle = colour(tint.token);
  context.fillRect(x, y, wide, ROW_HEIGHT - 1);
  context.globalAlpha = 1;
  const letters = Math.floor((wide - 2 * PADDING) / LETTER);
  if (letters >= 3) {
    context.fillStyle = colour(isFaded ? "--text-quiet" : "--text");
    context.fillText(cut(names[frame] ?? "", letters), x + PADDING, y + ROW_HEIGHT / 2);
  }
}

function cut(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
}
