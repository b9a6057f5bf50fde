import { describe, expect, it } from "vitest";
import CASES from "../../../backend/tests/wording/effects.json?raw";
import { directionPhrase, effectPhrase, verdictOf } from "./verdict";

const plain = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u2212", "-");
const time = { unit: "s", direction: "lower" } as const;
const rate = { unit: "op/s", direction: "higher" } as const;
const memory = { unit: "B", direction: "lower", metric: "max_rss" } as const;

describe("an effect in words", () => {
  it.each([
    [{ ratio: 1.048, low: 1.031, high: 1.064 }, time, "4.8 % slower [3.1, 6.4]"],
    [{ ratio: 0.86, low: 0.847, high: 0.872 }, time, "14.0 % faster [12.8, 15.3]"],
    [{ ratio: 0.93, low: 0.916, high: 0.943 }, rate, "7.0 % lower throughput [5.7, 8.4]"],
    [{ ratio: 1.1 }, rate, "10.0 % higher throughput"],
    [{ ratio: 1.2, low: 0.99, high: 1.4 }, memory, "20.0 % more memory [-1.0, 40.0]"],
    [{ ratio: 0.9 }, { ...memory, metric: "binary_size" }, "10.0 % smaller"],
    [{ ratio: 0.9 }, { ...memory, metric: "thread_local_bytes" }, "10.0 % less memory"],
    [{ ratio: 2.4, low: 2.36, high: 2.43 }, memory, "2.40× more memory [2.36, 2.43]"],
    [{ ratio: 0.25, low: 0.2, high: 0.5 }, time, "4.00× faster [2.00, 5.00]"],
    [{ ratio: 12.3 }, { unit: "s/op", direction: "lower" }, "12.3× slower"],
    [{ ratio: 8000, low: 7000, high: 9000 }, time, "8 000× slower [7 000, 9 000]"],
    [{ ratio: 1.0012, low: 1.0011, high: 1.0013 }, time, "0.12 % slower [0.11, 0.13]"],
    [{ ratio: 1.0001, low: 0.9997, high: 1.0005 }, time, "0.01 % slower [-0.03, 0.05]"],
    [{ ratio: 1.002, low: 1.0001, high: 1.004 }, time, "0.20 % slower [0.01, 0.40]"],
    [{ ratio: 1.002, low: 0.9999, high: 1.004 }, time, "0.2 % slower [0.0, 0.4]"],
    [{ ratio: 1.05, low: 1.05, high: 1.05 }, time, "5.0 % slower [5.0, 5.0]"],
    [
      { ratio: 1.3, low: 0.4, high: 4.2 },
      time,
      "30.0 % slower, between 2.50× faster and 4.20× slower",
    ],
    [
      { ratio: 0.8, low: 0, high: 3 },
      time,
      "20.0 % faster, between 3.00× slower and faster without limit",
    ],
    [{ ratio: 1, low: 0.99, high: 1.02 }, time, "no difference [1.0 % faster to 2.0 % slower]"],
    [{ ratio: 1, low: 1, high: 1 }, time, "no difference"],
    [{ ratio: 0.95 }, { unit: "s", direction: "higher", metric: "uptime" }, "5.0 % shorter"],
    [{ ratio: 1.05 }, { unit: "s", direction: "unknown" }, "5.0 % longer"],
    [{ ratio: 1.1 }, { unit: "1/s", direction: "lower" }, "10.0 % higher rate"],
    [{ ratio: 0.9 }, { ...memory, metric: "binarySize" }, "10.0 % smaller"],
    [{ ratio: 0.9 }, { ...memory, metric: "heap_spread" }, "10.0 % less memory"],
    [{ ratio: 1.5 }, { unit: "1", direction: "unknown" }, "50.0 % higher"],
    [{ ratio: 0.97 }, { unit: "J", direction: "lower" }, "3.0 % less energy"],
    [{ ratio: 1 }, time, "no difference"],
    [{ ratio: 0 }, time, "100 % faster"],
    [{ ratio: Number.NaN }, time, "cannot be given as a ratio"],
  ] as const)("%o of %o is “%s”", (effect, quantity, text) => {
    expect(plain(effectPhrase(effect, quantity))).toBe(text);
  });

  it("leaves the interval out where either end is missing", () => {
    expect(plain(effectPhrase({ ratio: 1.1, low: 1.05, high: null }, time))).toBe("10.0 % slower");
  });
});

describe("a verdict", () => {
  it.each([
    [1.1, "lower", "regression"],
    [0.9, "lower", "improvement"],
    [0.9, "higher", "regression"],
    [1.1, "higher", "improvement"],
    [1.1, "unknown", "change"],
    [1, "lower", "change"],
  ] as const)("of %d where %s is better is %s", (ratio, direction, verdict) => {
    expect(verdictOf(ratio, direction)).toBe(verdict);
  });

  it("says which direction is better, or that nobody knows", () => {
    expect(directionPhrase("higher")).toBe("higher is better");
    expect(directionPhrase("unknown")).toBe("direction not known");
  });
});

interface Case {
  ratio: number;
  low: number | null;
  high: number | null;
  metric: string;
  unit: string;
  direction: "lower" | "higher" | "unknown";
  said: string;
}

describe("an effect as the server says it", () => {
  it.each(JSON.parse(CASES) as Case[])("$said", ({ said, ratio, low, high, ...quantity }) => {
    expect(effectPhrase({ ratio, low, high }, quantity)).toBe(said);
  });
});
