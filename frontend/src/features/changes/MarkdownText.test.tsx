import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MarkdownText } from "./MarkdownText";

function drawn(text: string): HTMLElement {
  return render(<MarkdownText text={text} />).container;
}

describe("Markdown that people wrote", () => {
  it("shows marks, lists, code and links, which carry nothing along", () => {
    const body = drawn("**Yes**, `inline` and [this](https://example.org/a)\n\n- one\n- two");
    expect(body.querySelector("strong")?.textContent).toBe("Yes");
    expect(body.querySelector("code")?.textContent).toBe("inline");
    expect(body.querySelectorAll("li")).toHaveLength(2);
    const link = body.querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://example.org/a");
    expect(link?.getAttribute("rel")).toContain("nofollow");
  });

  it("outlives addresses that lead nowhere", () => {
    expect(drawn("[a](http://) and http://localhost:80800").textContent).toContain(":80800");
  });

  it.each([
    ["quotes", ">".repeat(7_990)],
    ["quotes with blanks", "> ".repeat(3_995)],
    ["lists", "- ".repeat(3_995)],
    ["quotes and lists", "> - ".repeat(1_990)],
    ["indented lists", Array.from({ length: 120 }, (_, i) => `${"  ".repeat(i)}- x`).join("\n")],
    ["brackets", "[".repeat(7_990)],
    ["links", `${"[".repeat(2_000)}x${"](a)".repeat(1_400)}`],
    ["stars", "*a ".repeat(2_600)],
    ["code", "`".repeat(7_990)],
    ["one long line", "x".repeat(7_990)],
  ])("shows what it was sent, however deep: %s", (_, text) => {
    const shown = drawn(`before ${text}`).textContent ?? "";
    expect(shown.length).toBeGreaterThan(5);
    expect(drawn(text).querySelectorAll("*").length).toBeLessThan(5_000);
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <b onclick=alert(1)>bold</b>",
    "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "![x](javascript:alert(1))",
    "![x](https://example.org/spy.png)",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "> <iframe src=https://example.org></iframe>",
    "- <details ontoggle=alert(1) open>x</details>",
  ])("draws no element of it: %s", (text) => {
    const body = drawn(text);
    expect(
      body.querySelectorAll("script, img, svg, iframe, details, b, a:not([href^='http'])"),
    ).toHaveLength(0);
    expect(body.innerHTML).not.toMatch(/<[^>]+ on\w+=/);
  });

  it("keeps HTML readable as text", () => {
    expect(drawn("a <b>c</b>").textContent).toContain("<b>c</b>");
  });
});
