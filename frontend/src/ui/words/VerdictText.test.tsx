import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { VerdictText } from "./VerdictText";

const TIME = { unit: "s", direction: "lower" } as const;

describe("an effect in words", () => {
  it.each([
    [1.048, "▲4.8 % slower"],
    [0.952, "▼4.8 % faster"],
    [1, "no difference"],
  ])("of ratio %s is %s, without a mark where nothing went anywhere", (ratio, said) => {
    const { container } = render(
      <VerdictText effect={{ ratio }} quantity={TIME} verdict="change" />,
    );
    expect(container.textContent?.replace(/\s/g, " ")).toBe(said);
  });

  it("has no mark where the change rounds to zero within its interval", () => {
    const effect = { ratio: 1.0004, low: 0.996, high: 1.005 };
    const { container } = render(
      <VerdictText effect={effect} quantity={TIME} verdict="change" isChangeOnly />,
    );
    expect(container.textContent).toBe("no difference");
  });
});
