/**
 * A chart as one drawing that stands alone: title, legend, plot and notes, every colour resolved as
 * it is on screen. Whatever is drawn as SVG inside the figure is in it, so every chart has it.
 */

import chart from "./Chart.module.css";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 16;
const LINE = 18;
const TITLE_SIZE = 15;
const TEXT_SIZE = 12;
/** Mean width of a letter, as a part of its size. */
const LETTER = 0.56;

/** What a browser computes for a shape, and what it is without a word about it. */
const PROPERTIES: Readonly<Record<string, string>> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-opacity": "1",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  "font-size": "16px",
  "font-weight": "400",
};

interface LegendEntry {
  name: string;
  colour: string;
}

/** The drawing of a figure; null where it shows no plot, such as a table. */
export function pictureOf(figure: Element, title: string, notes: readonly string[]): string | null {
  const plots = plotsOf(figure);
  if (plots.length === 0) return null;
  const bounds = boundsOf(plots);
  const width = Math.max(bounds.width, 320) + 2 * MARGIN;
  const page = new Page(width);
  page.text(title, TITLE_SIZE, "--text", "600");
  page.legend(legendOf(figure));
  page.plots(plots, bounds);
  for (const note of notes) page.text(note, TEXT_SIZE, "--text-quiet");
  return page.finish(title);
}

/** Drawings of the figure but for pictograms of its controls and what follows the pointer. */
function plotsOf(figure: Element): SVGSVGElement[] {
  return [...figure.querySelectorAll<SVGSVGElement>("svg")].filter(
    (svg) =>
      svg.parentElement?.closest("svg, figcaption, button") === null &&
      svg.closest("[data-transient]") === null,
  );
}

interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

function boundsOf(plots: readonly SVGSVGElement[]): Bounds {
  const boxes = plots.map((plot) => plot.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}

/** Entries of the legend that are switched on. */
function legendOf(figure: Element): LegendEntry[] {
  const entries = figure.querySelectorAll(`.${chart.legend} > *`);
  return [...entries]
    .filter((entry) => entry.getAttribute("aria-pressed") !== "false")
    .map((entry) => ({
      name: entry.textContent.trim(),
      colour: swatchColour(entry.querySelector(`.${chart.swatch}, [data-swatch]`)),
    }));
}

function swatchColour(swatch: Element | null): string {
  return swatch === null ? "none" : getComputedStyle(swatch).backgroundColor;
}

/** The drawing as it grows downwards. */
class Page {
  private readonly root: SVGSVGElement;
  private bottom = MARGIN;

  constructor(private readonly width: number) {
    this.root = document.createElementNS(SVG, "svg");
  }

  text(text: string, size: number, colour: string, weight = "400"): void {
    const room = Math.floor((this.width - 2 * MARGIN) / (size * LETTER));
    for (const line of linesOf(text, room)) {
      this.bottom += size + 3;
      this.write(line, MARGIN, this.bottom - 3, { size, colour, weight });
    }
    this.bottom += 6;
  }

  legend(entries: readonly LegendEntry[]): void {
    let x = MARGIN;
    for (const { name, colour } of entries) {
      const needed = 18 + name.length * TEXT_SIZE * LETTER + 14;
      if (x > MARGIN && x + needed > this.width - MARGIN) {
        x = MARGIN;
        this.bottom += LINE;
      }
      const dot = this.add("circle", { cx: x + 5, cy: this.bottom + 8, r: 5 });
      dot.setAttribute("fill", colour);
      const style = { size: TEXT_SIZE, colour: "--text", weight: "400" };
      this.write(name, x + 16, this.bottom + 12, style);
      x += needed;
    }
    if (entries.length > 0) this.bottom += LINE + 6;
  }

  plots(plots: readonly SVGSVGElement[], bounds: Bounds): void {
    for (const plot of plots) {
      const box = plot.getBoundingClientRect();
      const group = this.add("g", {
        transform: `translate(${MARGIN + box.left - bounds.left} ${this.bottom + box.top - bounds.top})`,
      });
      for (const child of plot.children) {
        const copy = resolved(child);
        if (copy !== null) group.append(copy);
      }
    }
    this.bottom += bounds.height + 8;
  }

  finish(title: string): string {
    const height = Math.ceil(this.bottom + MARGIN / 2);
    this.root.setAttribute("width", String(this.width));
    this.root.setAttribute("height", String(height));
    this.root.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    this.root.setAttribute("font-family", "system-ui, sans-serif");
    this.root.setAttribute("role", "img");
    const ground = document.createElementNS(SVG, "rect");
    ground.setAttribute("width", "100%");
    ground.setAttribute("height", "100%");
    ground.setAttribute("fill", token("--surface"));
    this.root.prepend(named("title", title), named("desc", globalThis.location.href), ground);
    return new XMLSerializer().serializeToString(this.root);
  }

  private write(
    text: string,
    x: number,
    y: number,
    style: { size: number; colour: string; weight: string },
  ): void {
    const element = this.add("text", { x, y, "font-size": style.size });
    element.setAttribute("font-weight", style.weight);
    element.setAttribute("fill", token(style.colour));
    element.textContent = text;
  }

  private add(name: string, attributes: Record<string, string | number>): Element {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    this.root.append(element);
    return element;
  }
}

function named(name: "title" | "desc", text: string): Element {
  const element = document.createElementNS(SVG, name);
  element.textContent = text;
  return element;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Words in lines of at most so many letters. */
function linesOf(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const GEOMETRY =
  /^(?:d|x|y|[xyr][12xy]?|c[xy]|dx|dy|width|height|points|transform|viewBox|clip-path|id|href|offset|gradientUnits|patternUnits|text-?[lL]ength)$/;

/** A copy with its looks as attributes, without classes and handlers; null where it is not shown. */
function resolved(element: Element): Element | null {
  if (element.hasAttribute("data-transient")) return null;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return null;
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes)
    if (GEOMETRY.test(name)) copy.setAttribute(name, value);
  for (const [name, plain] of Object.entries(PROPERTIES)) {
    const value = style.getPropertyValue(name);
    if (value !== "" && value !== plain) copy.setAttribute(name, value);
  }
  copy.append(...contentOf(element));
  return copy;
}

function contentOf(element: Element): Node[] {
  return [...element.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) return [child.cloneNode()];
    const copy = child instanceof SVGElement ? resolved(child) : null;
    return copy === null ? [] : [copy];
  });
}
