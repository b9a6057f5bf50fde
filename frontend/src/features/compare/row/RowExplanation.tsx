/** What the other metrics of a variant did: told to have moved, told to stand still, not told. */

import type { ComparedDetail } from "@/api/types";
import { formatValue } from "@/units/format";
import styles from "../Compare.module.css";
import { ForestMark, ForestScale } from "./ForestMark";
import { forestAxis } from "./forestAxis";

type Explanation = ComparedDetail["explanation"];
type Move = Explanation["moved"][number];

export function RowExplanation({ explanation }: { explanation: Explanation }) {
  const groups = [
    { title: "moved", moves: explanation.moved },
    { title: "unchanged", moves: explanation.still },
    { title: "inconclusive", moves: explanation.unknown },
  ].filter(({ moves }) => moves.length > 0);
  const all = groups.flatMap(({ moves }) => moves);
  const axis = forestAxis(all.map(({ ratio }) => ({ isRatio: true, ratio })));
  return (
    <section aria-label="Other metrics that moved" className={styles.part}>
      <h3>Other metrics that moved</h3>
      <p className={styles.prose}>{explanation.sentence}</p>
      {all.length === 0 ? null : (
        <table className={styles.small}>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col">It</th>
              <th scope="col">
                <ForestScale axis={axis} />
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.flatMap(({ title, moves }) =>
              moves.map((move) => (
                <tr key={move.metric}>
                  <th scope="row">{move.metric}</th>
                  <td>{title}</td>
                  <td>
                    {move.ratio === null && move.difference !== null ? (
                      <span className={styles.quiet}>{differenceText(move)}</span>
                    ) : (
                      <ForestMark {...ends(move)} axis={axis} as={move.verdict} />
                    )}
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
      {all.length === 0 ? null : (
        <p className={styles.quiet}>
          Metrics that moved together need not be cause and effect. All were measured in the same
          runs.
        </p>
      )}
    </section>
  );
}

/** Where a level is zero there is no place on the axis. */
function differenceText({ difference, unit }: Move): string {
  if (difference === null || difference === 0) return "no difference";
  return `${formatValue(Math.abs(difference), unit)} ${difference > 0 ? "more" : "less"}, no ratio`;
}

function ends({ ratio, low, high }: Move) {
  return { ratio, low, high };
}
