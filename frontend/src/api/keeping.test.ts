// @vitest-environment node
import { describe, expect, it } from "vitest";
import { keepingOf } from "./keeping";

const keep = keepingOf("demo", "splits", { id: 12 });
const asked = (...queryKey: unknown[]) => ({ queryKey });

describe("the last answer", () => {
  it("stays while the same thing is asked for otherwise", () => {
    expect(keep("old", asked("demo", "splits", { id: 12 }, { weight: 3 }))).toBe("old");
  });

  it("goes with what it was about, and with its project", () => {
    expect(keep("old", asked("demo", "splits", { id: 13 }, {}))).toBeUndefined();
    expect(keep("old", asked("other", "splits", { id: 12 }, {}))).toBeUndefined();
    expect(keep("old", undefined)).toBeUndefined();
  });
});
