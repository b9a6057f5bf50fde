/** The newest value of each variant as a bar with its interval, from zero. */

import { Bar, BarChart, Cell, ErrorBar, LabelList, XAxis, YAxis } from "recharts";
import type { BenchmarkSeries } from "@/api/types";
import { ChartFigure } from "@/charts/frame/ChartFigure";
import { coloursFor } from "@/charts/frame/palette";
import { useWidth } from "@/charts/frame/useWidth";
import { sharedParameter } from "@/charts/series/seriesNames";
import { formatIn } from "@/units/format";
import { scaleForAll } from "@/units/scale";
import { directionPhrase } from "@/units/verdict";

interface VariantBarsProps {
  /** In the order of their colours. */
  rows: readonly BenchmarkSeries[];
  names: ReadonlyMap<number, string>;
}

const ROW = 26;
/** A letter of a name, in pixels. */
const LETTER = 6.6;
/** The part of the width that names may take. */
const NAMES = 0.45;
/** Room for the number at the end of a bar. */
const MARGIN = { top: 4, right: 76, bottom: 4, left: 4 };

/** More bars than these are a table. */
const MOST = 12;

export function VariantBars({ rows: all, names }: VariantBarsProps) {
  const [ref, width, isMeasured] = useWidth();
  const rows = all.filter(({ latest }) => latest !== null).slice(0, MOST);
  const [first] = rows;
  if (first === undefined || rows.length < 2) return null;
  const { metric, unit, direction } = first.series;
  const scale = scaleForAll(
    unit,
    rows.map(({ latest }) => latest?.value),
  );
  const colours = coloursFor(all.map(({ series }) => series.id));
  const bars = rows.flatMap(({ series, latest }) => {
    if (latest === null) return [];
    const { value, low, high } = latest;
    const reach = low === null || high === null ? null : [value - low, high - value];
    const name = names.get(series.id) ?? "";
    return [{ id: series.id, name, value, reach, text: formatIn(value, scale) }];
  });
  const shared = sharedParameter(bars.map(({ name }) => name));
  const drawn = bars.map((bar, index) => ({ ...bar, name: shared?.values[index] ?? bar.name }));
  const most = Math.max(...bars.map(({ value, reach }) => value + (reach?.[1] ?? 0)));
  const longest = Math.max(...drawn.map(({ name }) => name.length));
  const room = Math.min(longest * LETTER + 12, width * NAMES);
  const in_ = scale.label === "" ? "" : ` in ${scale.label}`;
  return (
    <ChartFigure
      title={`Newest ${metric}${in_} by ${shared?.parameter ?? "variant"}, ${directionPhrase(direction)}`}
      notes={["bars from zero", "whiskers: 95 % CI"]}
      hasTools={false}
      table={() => null}
      csv={() => [
        ["variant", `${metric} (${unit})`, "interval below", "interval above"],
        ...bars.map(({ name, value, reach }) => [
          name,
          value,
          reach === null ? null : value - (reach[0] ?? 0),
          reach === null ? null : value + (reach[1] ?? 0),
        ]),
      ]}
    >
      <div ref={ref} style={{ height: bars.length * ROW + 8 }}>
        {isMeasured ? (
          <BarChart
            layout="vertical"
            width={width}
            height={bars.length * ROW + 8}
            data={drawn}
            margin={MARGIN}
            accessibilityLayer={false}
          >
            <XAxis type="number" domain={[0, most]} hide />
            <YAxis
              type="category"
              dataKey="name"
              width={room}
              tickFormatter={(name: string) => ended(name, room)}
              interval={0}
              tickLine={false}
              axisLine={false}
              tick={{ fill: "var(--text)", fontSize: 12 }}
            />
            <Bar dataKey="value" barSize={12} isAnimationActive={false}>
              {bars.map(({ id }) => (
                <Cell key={id} fill={colours.get(id) ?? "var(--series-muted)"} />
              ))}
              <ErrorBar
                dataKey="reach"
                direction="x"
                width={4}
                stroke="var(--text)"
                isAnimationActive={false}
              />
              <LabelList
                dataKey="text"
                position="right"
                fill="var(--text)"
                fontSize={12}
                offset={10}
              />
            </Bar>
          </BarChart>
        ) : null}
      </div>
    </ChartFigure>
  );
}

/** The end of a name says most, such as the value of its parameter. */
function ended(name: string, room: number): string {
  const most = Math.max(4, Math.floor((room - 12) / LETTER));
  return name.length <= most ? name : `…${name.slice(1 - most)}`;
}
