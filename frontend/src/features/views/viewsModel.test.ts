import { describe, expect, it } from "vitest";
import { aView } from "@/testing/builders";
import {
  answerOf,
  badgeAddress,
  badgeText,
  embedAddress,
  iframeText,
  matching,
  suggestedName,
} from "./viewsModel";

describe("the list of views", () => {
  it("says how many there are and how many are pinned", () => {
    expect(answerOf([])).toBe("No view saved yet.");
    expect(answerOf([aView()])).toBe("1 saved view, none pinned to the overview.");
    expect(answerOf([aView({ is_pinned: true }), aView()])).toBe(
      "2 saved views, 1 pinned to the overview.",
    );
  });

  it("finds words anywhere in a view, whatever their case and order", () => {
    const views = [aView({ id: 1, note: "Mondays" }), aView({ id: 2, page: "Compare" })];
    expect(matching(views, "mondays ADA").map((view) => view.id)).toEqual([1]);
    expect(matching(views, " compare").map((view) => view.id)).toEqual([2]);
    expect(matching(views, "")).toHaveLength(2);
  });

  it("suggests the first line of the page as a name, cut where it is long", () => {
    expect(suggestedName(" 3 series\n steady ", "Explore · Tidemark")).toBe("3 series steady");
    expect(suggestedName("", "Explore · Tidemark")).toBe("Explore");
    expect(suggestedName("x".repeat(99), "")).toHaveLength(80);
  });
});

describe("the chart of a page elsewhere", () => {
  const query = "?suite=a&series=7&series=3&scale=log&point=7.1&view=table";

  it("is that of the page, and its badge that of the first series", () => {
    expect(embedAddress("/p/demo/explore", query)).toBe(`/embed/demo/explore${query}`);
    expect(badgeAddress("/p/demo/explore", query)).toBe("/api/v1/projects/demo/badge.svg?series=7");
  });

  it("is offered only where there is a chart", () => {
    expect(embedAddress("/p/demo/explore", "?suite=a")).toBeNull();
    expect(embedAddress("/p/demo/changes", query)).toBeNull();
    expect(badgeAddress("/p/demo/explore", "?formula=normalise(%231)")).toBeNull();
  });

  it("is written so that a title cannot leave its place", () => {
    expect(iframeText("https://x/embed?a=1&b=2", 'say "<hi>"')).toContain(
      'src="https://x/embed?a=1&amp;b=2" title="say &quot;&lt;hi>&quot;"',
    );
    expect(badgeText("/b.svg", "/p", "a](evil)")).toBe("[![a(evil)](/b.svg)](/p)");
  });
});

describe("an embedded chart", () => {
  it("keeps all that the explorer shows, and is not offered for its pivot table", () => {
    const query = "?series=1&percentile=99&baseline=series%3A2&split=param.threads&formula=x";
    expect(embedAddress("/p/demo/explore", query)).toBe(`/embed/demo/explore${query}`);
    expect(embedAddress("/p/demo/explore", "?series=1&view=pivot")).toBeNull();
  });
});
