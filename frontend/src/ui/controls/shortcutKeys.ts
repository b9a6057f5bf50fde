/** Which shortcut the keys pressed so far make. */

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** "c", "?", "Control+k"; Command counts as Control. */
export function keyName({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  const held = [ctrlKey || metaKey ? "Control+" : "", altKey ? "Alt+" : ""].join("");
  return held + (key.length === 1 && held !== "" ? key.toLowerCase() : key);
}

const OWN_KEYS =
  "input, select, textarea, [contenteditable=true], [role=menu], [role=listbox], [role=combobox], [role=dialog]";

/** Where keys belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null;
}

interface Found<Shortcut> {
  match: Shortcut | undefined;
  /** Keys to remember for the next one. */
  pressed: readonly string[];
}

/** The newest shortcut that one more key completes; else what may still become one. */
export function advance<Shortcut extends { keys: string }>(
  all: readonly Shortcut[],
  pressed: readonly string[],
  key: string,
): Found<Shortcut> {
  for (const sequence of [[...pressed, key], [key]]) {
    const text = sequence.join(" ");
    const match = all.filter(({ keys }) => keys === text).at(-1);
    if (match !== undefined) return { match, pressed: [] };
    if (all.some(({ keys }) => keys.startsWith(`${text} `))) {
      return { match: undefined, pressed: sequence };
    }
  }
  return { match: undefined, pressed: [] };
}
