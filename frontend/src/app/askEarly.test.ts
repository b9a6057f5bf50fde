import { afterEach, describe, expect, it } from "vitest";
import { askForPage } from "./askEarly";
import { queryClient } from "./queries";

/** What is asked for at an address; nobody answers here. */
function askedAt(address: string): string[] {
  const { pathname, search } = new URL(address, "http://tidemark.test");
  askForPage({ pathname, search });
  const asked = queryClient.getQueryCache().findAll();
  return asked.map(({ queryKey: [project, noun] }) => [project, noun].filter(Boolean).join(" "));
}

afterEach(() => queryClient.clear());

describe("what is asked for before anything can draw it", () => {
  it.each([
    ["/p/demo", ["session", "demo overview", "demo views"]],
    ["/p/demo/", ["session", "demo overview", "demo views"]],
    ["/p/demo/explore?series=7", ["session", "demo history"]],
    ["/p/demo/profiles/5?base=4", ["session", ...Array(4).fill("demo profiles")]],
    ["/p/demo/profiles/", ["session"]],
    ["/p/demo/runs/12", ["session"]],
    ["/welcome", ["session"]],
    ["/embed/demo/explore?series=7", []],
  ])("%s", (address, asked) => {
    expect(askedAt(address)).toEqual(asked);
  });
});
