import { describe, expect, it } from "vitest";
import { upheldText } from "./upheld";

describe("the share of alerts that were upheld", () => {
  it("is said in all and by machine, and not before one was measured", () => {
    const vm = { testbed: "vm", upheld: 3, refuted: 1, unclear: 0, unsteady: 0 };
    const lab = { testbed: "lab", upheld: 1, refuted: 0, unclear: 1, unsteady: 0 };
    expect(upheldText([vm, lab])).toBe(
      "4 of 6 alerts that were measured again were upheld: 3 of 4 on vm, 1 of 2 on lab.",
    );
    expect(upheldText([{ ...vm, upheld: 1, refuted: 0 }])).toBe(
      "1 of 1 alert that was measured again was upheld: 1 of 1 on vm.",
    );
    expect(upheldText([])).toBe("");
  });
});
