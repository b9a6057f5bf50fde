import { describe, expect, it } from "vitest";
import type { GlancedReading } from "@/api/types";
import { glance, HEIGHT, historyText, STRIP } from "./machineHistory";

function aGlance(run: number, part: Partial<GlancedReading> = {}): GlancedReading {
  return { run, measured_at: "2026-01-08T12:30:00Z", score: 80, is_unfit: false, ...part };
}

describe("the small history of a machine", () => {
  it("puts scores on one scale and breaks its line where there is none", () => {
    const history = [
      aGlance(1, { score: 100 }),
      aGlance(2, { score: null }),
      aGlance(3, { score: 0, is_unfit: true }),
    ];
    const { line, marks, limit } = glance(history, 300);
    expect(line).toBe(`M50 4M250 ${HEIGHT - STRIP - 4}`);
    expect(marks.map(({ x, y }) => [x, y])).toEqual([
      [50, 4],
      [150, null],
      [250, HEIGHT - STRIP - 4],
    ]);
    expect(limit).toBe((HEIGHT - STRIP) / 2);
    expect(marks[2]?.title).toBe("2026-01-08 12:30:00, run 3: noise score 0 of 100, not fit");
  });

  it("says in words what it shows", () => {
    expect(historyText([aGlance(1), aGlance(2, { is_unfit: true })])).toBe(
      "Noise score, 0 to 100, of 2 runs; 1 not fit",
    );
    expect(historyText([aGlance(1, { score: null })])).toBe("1 run; none unfit");
  });
});
