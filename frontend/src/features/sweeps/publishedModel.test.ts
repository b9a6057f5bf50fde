import { expect, it } from "vitest";
import type { Claim } from "@/api/types";
import { publishedSweeps } from "./publishedModel";

const figure = (label: string, published: number | null) => ({ label, published, unit: "s" });

function claimOf(kind: string, figures: unknown[], published = "10, the core count") {
  const says = "best threads of search";
  const statement = { place: 1, kind, says, published, benchmark: "search", metric: "wall_time" };
  return { id: 4, title: "As many as cores", statements: [{ ...statement, figures }] };
}

const sweepsOf = (...claims: unknown[]) => publishedSweeps(claims as Claim[]);
const FIGURES = [figure("10", 0.21), figure("1", 1.3), figure("500", 0.23), figure("cores", null)];

it("draws a published table over one parameter in the order of its values", () => {
  const [found] = sweepsOf(claimOf("best", FIGURES));
  expect(found?.best.axis).toBe("threads");
  expect(found?.best.curves[0]?.points.map(({ x }) => x)).toEqual([1, 10, 500]);
  expect(found?.best.curves[0]).toMatchObject({ best_set: [10], value: 0.21, claimed: false });
});

it("marks no value that the publisher does not name, and draws no other kind of claim", () => {
  const [found] = sweepsOf(claimOf("best", FIGURES, "more threads"));
  expect(found?.best.curves[0]?.best_set).toEqual([]);
  expect(sweepsOf(claimOf("ratio", FIGURES), claimOf("best", FIGURES.slice(0, 2)))).toEqual([]);
});
