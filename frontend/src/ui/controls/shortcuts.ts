/** Keys of the whole application: `useShortcut("g c", "Go to Changes", open)`; `?` lists what is on. */

import { useEffect, useRef, useSyncExternalStore } from "react";
import { browserStore } from "@/ui/url/browserStore";
import { advance, isTyping, keyName } from "./shortcutKeys";

export interface Shortcut {
  /** Keys one after another: "g c", "?", "Control+k". */
  keys: string;
  /** What happens: "Go to Changes". */
  label: string;
  /** Heading in the list: "This page" unless said otherwise. */
  group: string;
}

interface Registered extends Shortcut {
  run: { current: () => unknown };
}

const NEXT_KEY_MS = 1_500;
const OFF = "tidemark.keys";

let registered: readonly Registered[] = [];
let pressed: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented) return;
  const key = keyName(event);
  const isCombination = key.includes("+");
  if (!isCombination && (isTyping(event.target) || !areSingleKeysOn())) return;
  const found = advance(registered, pressed, key);
  clearTimeout(timer);
  pressed = found.pressed;
  if (pressed.length > 0) timer = setTimeout(() => (pressed = []), NEXT_KEY_MS);
  if (found.match === undefined) return;
  event.preventDefault();
  found.match.run.current();
}

/** For lists of shortcuts; a single one is `useShortcut`. Answers with what takes it away. */
export function addShortcut(shortcut: Registered): () => void {
  if (registered.length === 0) window.addEventListener("keydown", onKeyDown);
  registered = [...registered, shortcut];
  tell();
  return () => {
    registered = registered.filter((other) => other !== shortcut);
    if (registered.length === 0) window.removeEventListener("keydown", onKeyDown);
    tell();
  };
}

/** Holds while the component is on screen; of two with the same keys the newer one answers. */
export function useShortcut(
  keys: string,
  label: string,
  handler: () => unknown,
  group = "This page",
): void {
  const run = useRef(handler);
  useEffect(() => {
    run.current = handler;
  });
  useEffect(() => addShortcut({ keys, label, group, run }), [keys, label, group]);
}

/** All shortcuts that are on now. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => registered);
}

function areSingleKeysOn(): boolean {
  return browserStore("localStorage")?.getItem(OFF) !== "off";
}

/** Keys without Control or Alt can be turned off: speech input would press them by accident. */
export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areSingleKeysOn);
  const turn = (next: boolean) => {
    const store = browserStore("localStorage");
    if (next) store?.removeItem(OFF);
    else store?.setItem(OFF, "off");
    tell();
  };
  return [isOn, turn];
}
