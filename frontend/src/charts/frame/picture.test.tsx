import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import styles from "./Chart.module.css";
import { pictureOf } from "./picture";

function draw(inside: React.ReactNode): Element {
  const { container } = render(<figure>{inside}</figure>);
  const figure = container.querySelector("figure");
  if (figure === null) throw new Error("nothing is drawn");
  return figure;
}

const parse = (svg: string | null) =>
  new DOMParser().parseFromString(svg ?? "", "image/svg+xml").documentElement;

describe("the picture of a chart", () => {
  it("stands alone: title, legend, plot and notes, looks as attributes", () => {
    const figure = draw(
      <>
        <div className={styles.legend}>
          <button type="button" aria-pressed="true">
            <span className={styles.swatch} style={{ backgroundColor: "rgb(1, 2, 3)" }} /> smol
          </button>
          <button type="button" aria-pressed="false">
            <span className={styles.swatch} /> tokio
          </button>
        </div>
        <svg className="plot">
          <title>the plot</title>
          <path className="line" d="M0 0h9" style={{ stroke: "rgb(9, 9, 9)" }} />
          <path d="M1 1h1" style={{ display: "none" }} />
          <text x={3}>12 ms</text>
        </svg>
      </>,
    );
    const picture = parse(pictureOf(figure, "time in ms & more", ["Logarithmic axis"]));
    expect(picture.textContent).toContain("time in ms & more");
    expect(picture.textContent).toContain("Logarithmic axis");
    expect(picture.textContent).toContain("12 ms");
    expect(picture.textContent).toContain("smol");
    expect(picture.textContent).not.toContain("tokio");
    expect(picture.querySelector("circle")?.getAttribute("fill")).toBe("rgb(1, 2, 3)");
    const path = picture.querySelector("path");
    expect(path?.getAttribute("stroke")).toBe("rgb(9, 9, 9)");
    expect(path?.getAttribute("class")).toBeNull();
    expect(picture.querySelectorAll("path")).toHaveLength(1);
  });

  it("leaves out what follows the pointer, and pictograms of controls", () => {
    const figure = draw(
      <>
        <figcaption>
          <svg aria-hidden="true">
            <path d="M0 0h1" />
          </svg>
        </figcaption>
        <svg data-transient aria-hidden="true">
          <path d="M0 0h2" />
        </svg>
        <svg aria-hidden="true">
          <path d="M0 0h3" />
          <g data-transient>
            <path d="M0 0h4" />
          </g>
        </svg>
      </>,
    );
    const picture = parse(pictureOf(figure, "x", []));
    expect([...picture.querySelectorAll("path")].map((path) => path.getAttribute("d"))).toEqual([
      "M0 0h3",
    ]);
  });

  it("is none where there is no plot", () => {
    expect(pictureOf(draw(<table />), "x", [])).toBeNull();
  });
});
