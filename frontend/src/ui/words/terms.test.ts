import { describe, expect, it } from "vitest";
import METHODOLOGY from "../../../../METHODOLOGY.md?raw";
import { meaningOf, TERMS } from "./terms";

/** Headings as addresses name them. */
const sections = [...METHODOLOGY.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-"),
);

describe("explained statistics", () => {
  it.each(TERMS)("%s: one sentence, and a section that is there", (term) => {
    const { text, section } = meaningOf(term);
    expect(text).toMatch(/^[A-Z].+[^.]\.$/);
    expect(text).not.toMatch(/[.!?] /);
    expect(sections).toContain(section);
  });
});
