/** Every regular expression of the pages takes time that grows with the text, not with its square. */

import { check } from "recheck";
import ts from "typescript";
import { expect, it } from "vitest";

const FILES = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.test.*", "!../**/*.gen.*", "!./**"],
  { query: "?raw", import: "default", eager: true },
);

interface Found {
  place: string;
  source: string;
  flags: string;
}

function expressionsOf([path, code]: [string, string]): { literals: Found[]; made: string[] } {
  const parsed = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const literals: Found[] = [];
  const made: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const place = `${path}: ${node.text}`;
      literals.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") made.push(path);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return { literals, made };
}

const FOUND = Object.entries(FILES).map(expressionsOf);

it("finds them, and none is put together while the page runs", () => {
  expect(FOUND.flatMap(({ literals }) => literals).length).toBeGreaterThan(50);
  expect(FOUND.flatMap(({ made }) => made)).toEqual([]);
});

it("none can be held up by a text", async () => {
  const slow: string[] = [];
  for (const { place, source, flags } of FOUND.flatMap(({ literals }) => literals)) {
    const found = await check(source, flags, { timeout: 20_000 });
    const how = found.status === "vulnerable" ? found.complexity.summary : "";
    if (found.status !== "safe") slow.push(`${place} is ${found.status} ${how}`);
  }
  expect(slow).toEqual([]);
}, 120_000);
