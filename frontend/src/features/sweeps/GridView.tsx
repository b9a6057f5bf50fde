/** A sweep over two parameters: a heat map for every facet, with what it says. */

import { useNavigate } from "@tanstack/react-router";
import type { GridDetail } from "@/api/types";
import { chartTitle } from "@/charts/frame/chartTitle";
import { HeatMap } from "@/charts/sweep/HeatMap";
import { curveName } from "@/charts/sweep/sweepModel";
import { scaleForAll } from "@/units/scale";
import { Remarks, RunLine } from "./SweepParts";
import styles from "./Sweeps.module.css";
import { gridGaps, unbroken } from "./sweepsModel";
import type { SweepState } from "./sweepsUrl";

interface GridViewProps {
  project: string;
  detail: GridDetail;
  state: SweepState;
  onTable: (isTable: boolean) => void;
}

export function GridView({ project, detail, state, onTable }: GridViewProps) {
  const navigate = useNavigate();
  const open = (series: number) =>
    void navigate({
      to: "/p/$project/runs/$run",
      params: { project, run: String(detail.run.id) },
      search: { result: String(series) },
    });
  const values = detail.grids.flatMap((grid) => grid.cells.map((cell) => cell.value));
  const scale = scaleForAll(detail.unit, values);
  const title = chartTitle(detail.metric, scale.label, detail.direction);
  return (
    <>
      <RunLine project={project} sweep={detail} />
      {detail.grids.map((grid) => {
        const name = curveName(grid);
        const gaps = gridGaps(grid, detail);
        return (
          <div key={name} className={styles.chart}>
            <HeatMap
              title={name === "" ? title : `${name}: ${title}`}
              axis={detail.axis}
              second={detail.second}
              unit={detail.unit}
              grid={grid}
              onSelect={open}
              tableSwitch={{ isTable: state.view === "table", onTable }}
            />
            {detail.grids.length > 1 ? <p>{unbroken(grid.sentence)}</p> : null}
            <Remarks remarks={grid.remarks} />
            {gaps === null ? null : <p className={styles.quiet}>{gaps}</p>}
          </div>
        );
      })}
    </>
  );
}
