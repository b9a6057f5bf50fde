/** What the search over everything shows, and where each line leads. */

import type { components } from "@/api/schema.gen";
import type { Place } from "@/app/places";
import { shortCommit } from "@/ui/words/commitName";

export type SearchHit = components["schemas"]["SearchHit"];

export interface PaletteLine {
  id: string;
  title: string;
  detail: string;
  /** Path and query; the application goes there without loading again. */
  address: string;
}

export interface PaletteGroup {
  name: string;
  lines: readonly PaletteLine[];
}

const NAMES: Record<SearchHit["kind"], string> = {
  benchmark: "Benchmarks",
  suite: "Suites",
  sweep: "Sweeps",
  change: "Changes",
  split: "Splits",
  ladder: "Ladders",
  view: "Saved views",
  machine: "Machines",
  commit: "Commits",
  run: "Runs",
};

const FOLDERS: Partial<Record<SearchHit["kind"], string>> = {
  benchmark: "benchmarks",
  suite: "suites",
  change: "changes",
  split: "splits",
  ladder: "ladders",
  machine: "machines",
  run: "runs",
};

/** A commit has no page of its own: its runs are shown. */
function addressOf(project: string, hit: SearchHit): string {
  const base = `/p/${encodeURIComponent(project)}`;
  const key = hit.key ?? "";
  if (hit.kind === "sweep") return `${base}/sweeps/${hit.id}/${encodeURIComponent(key)}`;
  if (hit.kind === "commit") return `${base}/runs?text=${encodeURIComponent(key)}`;
  if (hit.kind === "view") return key;
  return `${base}/${FOLDERS[hit.kind]}/${hit.id}`;
}

function lineOf(project: string, hit: SearchHit): PaletteLine {
  return {
    id: `${hit.kind} ${hit.id} ${hit.key ?? ""}`,
    title: hit.kind === "commit" ? shortCommit(hit.title) : hit.title,
    detail: hit.detail,
    address: addressOf(project, hit),
  };
}

const HELP: readonly PaletteLine[] = [
  ["methodology", "How the numbers are made"],
  ["glossary", "Glossary"],
  ["evaluation", "Evaluation of the statistics"],
].map(([name, title = ""]) => ({
  id: `help ${name}`,
  title,
  detail: "Help",
  address: `/help/${name}`,
}));

function pagesOf(project: string, places: readonly Place[]): PaletteLine[] {
  const pages = places.map(({ to, name, key }) => ({
    id: `page ${name}`,
    title: name,
    detail: `g ${key}`,
    address: to.replace("$project", encodeURIComponent(project)),
  }));
  return [...pages, ...HELP];
}

function hasWords(title: string, words: readonly string[]): boolean {
  const plain = title.toLowerCase();
  return words.every((word) => plain.includes(word));
}

/** Pages first, then what the server found, by kind in its order. */
export function paletteGroups(
  project: string,
  text: string,
  hits: readonly SearchHit[],
  places: readonly Place[],
): PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = pagesOf(project, places).filter((line) => hasWords(line.title, words));
  const kinds = [...new Set(hits.map((hit) => hit.kind))];
  const found = kinds.map((kind) => ({
    name: NAMES[kind],
    lines: hits.filter((hit) => hit.kind === kind).map((hit) => lineOf(project, hit)),
  }));
  return [{ name: "Pages", lines: pages }, ...found].filter(({ lines }) => lines.length > 0);
}

/** The line after or before, around the ends. */
export function stepFrom(count: number, at: number, by: number): number {
  return count === 0 ? 0 : (at + by + count) % count;
}
