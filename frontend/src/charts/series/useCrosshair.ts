/** Pointer and keyboard of a series chart: crosshair, choosing a point, zooming. */

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { type Frame, nearestIndex, xPixel, xValue, yPixel } from "@/charts/frame/frame";
import { type DrawnSeries, pointAt, type SeriesModel } from "./seriesModel";

interface CrosshairActions {
  /** A range of the x-axis was dragged or chosen by keys; null shows everything. */
  onRange: (range: { low: number; high: number } | null) => void;
  /** Twice the range. */
  onOut: () => void;
  /** A point was chosen: series id and index of the commit. */
  onPick: (series: number, at: number) => void;
}

export interface Crosshair {
  /** Index into the stops of the model; null while nobody points at the chart. */
  stop: number | null;
  /** Series that the keyboard, or the nearest point, chose. */
  series: number | null;
  drag: { from: number; to: number } | null;
}

const IDLE: Crosshair = { stop: null, series: null, drag: null };
const CLICK_PX = 4;

export function useCrosshair(model: SeriesModel, frame: Frame, actions: CrosshairActions) {
  const [crosshair, setCrosshair] = useState<Crosshair>(IDLE);
  const [shown, setShown] = useState(model);
  // Another model has other stops: an old index would point at the wrong commit, were it only for a frame.
  if (shown !== model) {
    setShown(model);
    setCrosshair(model.stops.length === 0 ? IDLE : { ...crosshair, stop: null });
  }
  const pointer = pointerHandlers(model, frame, actions, crosshair, setCrosshair);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyAction(event, model, frame, crosshair, actions);
    if (next === undefined) return;
    event.preventDefault();
    setCrosshair(next);
  };
  return { crosshair, handlers: { ...pointer, onKeyDown } };
}

type SetCrosshair = (crosshair: Crosshair) => void;

function pointerHandlers(
  model: SeriesModel,
  frame: Frame,
  actions: CrosshairActions,
  crosshair: Crosshair,
  set: SetCrosshair,
) {
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const at = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = placeOf(event);
    const stop = stopAt(model, frame, x);
    return { x, stop, series: nearestSeries(model, frame, stop, y) };
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      const { x, stop, series } = at(event);
      event.currentTarget.setPointerCapture?.(event.pointerId);
      set({ stop, series, drag: { from: x, to: x } });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { x, stop, series } = at(event);
      set({ stop, series, drag: crosshair.drag === null ? null : { ...crosshair.drag, to: x } });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { stop, series } = at(event);
      finish(crosshair.drag, model, frame, actions, stop, series);
      set({ stop, series, drag: null });
    },
    onPointerLeave: () => set({ ...IDLE, drag: crosshair.drag }),
    onDoubleClick: () => actions.onRange(null),
  };
}

function finish(
  drag: Crosshair["drag"],
  model: SeriesModel,
  frame: Frame,
  actions: CrosshairActions,
  stop: number | null,
  series: number | null,
) {
  if (drag === null) return;
  if (Math.abs(drag.to - drag.from) > CLICK_PX) {
    const ends = [xValue(frame, drag.from), xValue(frame, drag.to)];
    actions.onRange({ low: Math.min(...ends), high: Math.max(...ends) });
    return;
  }
  const place = stop === null ? undefined : model.stops[stop];
  if (place !== undefined && series !== null) actions.onPick(series, place.at);
}

function stopAt(model: SeriesModel, frame: Frame, pixel: number): number | null {
  const places = model.stops.map((stop) => stop.x);
  const index = nearestIndex(places, xValue(frame, pixel));
  return index < 0 ? null : index;
}

/** The series whose point at this stop is nearest to a height. */
function nearestSeries(
  model: SeriesModel,
  frame: Frame,
  stop: number | null,
  y: number,
): number | null {
  let best: { id: number; distance: number } | null = null;
  for (const { id, point } of pointsAt(model, stop)) {
    const distance = Math.abs(yPixel(frame, point.y) - y);
    if (best === null || distance < best.distance) best = { id, distance };
  }
  return best?.id ?? null;
}

/** Points of all series at a stop. */
export function pointsAt(model: SeriesModel, stop: number | null) {
  const place = stop === null ? undefined : model.stops[stop];
  if (place === undefined) return [];
  return model.series.flatMap((series: DrawnSeries) => {
    const point = pointAt(series, place.at);
    return point === undefined ? [] : [{ id: series.id, series, point }];
  });
}

/** What a key does; undefined leaves it to the browser. */
function keyAction(
  event: KeyboardEvent,
  model: SeriesModel,
  frame: Frame,
  crosshair: Crosshair,
  actions: CrosshairActions,
): Crosshair | undefined {
  const last = model.stops.length - 1;
  if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const current = crosshair.stop ?? last;
  const moveTo = (stop: number): Crosshair => withSeries(model, crosshair, clamp(stop, 0, last));
  const stride = event.shiftKey ? 10 : 1;
  switch (event.key) {
    case "ArrowLeft":
      return moveTo(crosshair.stop === null ? last : current - stride);
    case "ArrowRight":
      return moveTo(crosshair.stop === null ? 0 : current + stride);
    case "Home":
      return moveTo(0);
    case "End":
      return moveTo(last);
    case "ArrowUp":
    case "ArrowDown":
      return otherSeries(model, { ...crosshair, stop: current }, event.key === "ArrowUp" ? 1 : -1);
    case "Escape":
      return IDLE;
    default:
      return zoomKey(event.key, model, frame, { ...crosshair, stop: current }, actions);
  }
}

function zoomKey(
  key: string,
  model: SeriesModel,
  frame: Frame,
  crosshair: Crosshair,
  actions: CrosshairActions,
): Crosshair | undefined {
  const place = crosshair.stop === null ? undefined : model.stops[crosshair.stop];
  if (place === undefined) return undefined;
  if (key === "Enter" || key === " ") {
    const series = crosshair.series ?? pointsAt(model, crosshair.stop)[0]?.id;
    if (series !== undefined) actions.onPick(series, place.at);
    return crosshair;
  }
  if (key === "+" || key === "=") {
    const half = (frame.x.high - frame.x.low) / 4;
    actions.onRange({ low: place.x - half, high: place.x + half });
    return crosshair;
  }
  if (key === "-") {
    actions.onOut();
    return crosshair;
  }
  if (key === "0") {
    actions.onRange(null);
    return crosshair;
  }
  return undefined;
}

function withSeries(model: SeriesModel, crosshair: Crosshair, stop: number): Crosshair {
  const here = pointsAt(model, stop);
  const kept = here.find((one) => one.id === crosshair.series) ?? here[0];
  return { stop, series: kept?.id ?? null, drag: null };
}

/** The next series above or below at the same commit. */
function otherSeries(model: SeriesModel, crosshair: Crosshair, step: 1 | -1): Crosshair {
  const here = pointsAt(model, crosshair.stop).sort((a, b) => a.point.y - b.point.y);
  const index = here.findIndex((one) => one.id === crosshair.series);
  const next = here[clamp(index + step, 0, here.length - 1)] ?? here[0];
  return { ...crosshair, series: next?.id ?? null };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

export function crosshairPixel(model: SeriesModel, frame: Frame, stop: number): number {
  return xPixel(frame, model.stops[stop]?.x ?? 0);
}
