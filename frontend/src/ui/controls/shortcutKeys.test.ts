import { describe, expect, it } from "vitest";
import { advance, keyName } from "./shortcutKeys";

const all = [{ keys: "g c" }, { keys: "g e" }, { keys: "c" }, { keys: "?" }, { keys: "Control+k" }];

function press(...keys: string[]) {
  const found: string[] = [];
  let pressed: readonly string[] = [];
  for (const key of keys) {
    const next = advance(all, pressed, key);
    pressed = next.pressed;
    if (next.match !== undefined) found.push(next.match.keys);
  }
  return found;
}

describe("keys pressed one after another", () => {
  it.each([
    [["g", "c"], ["g c"]],
    [["c"], ["c"]],
    [["g", "?"], ["?"]],
    [["g", "g", "e"], ["g e"]],
    [["x", "Control+k"], ["Control+k"]],
    [["g", "x", "c"], ["c"]],
  ])("%j make %j", (keys, found) => expect(press(...keys)).toEqual(found));

  it("prefer what was added last", () => {
    const older = { keys: "/", at: 1 };
    const newer = { keys: "/", at: 2 };
    expect(advance([older, newer], [], "/").match).toBe(newer);
  });
});

describe("the name of a key", () => {
  const held = { ctrlKey: false, metaKey: false, altKey: false };
  it("counts Command as Control, and needs no Shift", () => {
    expect(keyName({ ...held, key: "?" })).toBe("?");
    expect(keyName({ ...held, key: "K", metaKey: true })).toBe("Control+k");
    expect(keyName({ ...held, key: "k", ctrlKey: true })).toBe("Control+k");
  });
});
