/** Open changes, one row a cause: what, how much, its shape, since which commit and who made it. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Mover, Overview } from "@/api/types";
import { Sparkline } from "@/charts/series/Sparkline";
import { Button } from "@/ui/controls/Button";
import { Badge } from "@/ui/feedback/Badge";
import { Section } from "@/ui/layout/Page";
import { SeriesName } from "@/ui/links/SeriesName";
import { SinceCommit } from "@/ui/links/SinceCommit";
import { useUrlState } from "@/ui/url/useUrlState";
import { ChangeEffect, toneOf } from "@/ui/words/ChangeEffect";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount } from "@/units/format";
import { overviewCodec } from "../overviewUrl";
import styles from "./Movers.module.css";
import { RANGES, type Range, rangeName, rangeText, sortMovers } from "./moversModel";
import { OpenCauses } from "./OpenCauses";

interface MoversProps {
  project: string;
  overview: Overview;
}

export function Movers({ project, overview: { open, news, as_of: asOf } }: MoversProps) {
  const [{ range }, change] = useUrlState(overviewCodec);
  if (open.movers.length + open.asides.length + open.in_pulls === 0) return null;
  const { worse, better, older, history } = sortMovers(open.movers, range, asOf);
  const hidden = open.total - open.history.groups - worse.length - better.length - older;
  const rowsOf = (movers: readonly Mover[]) => (
    <Rows project={project} movers={movers} since={news.since} />
  );
  const isQuiet = worse.length + better.length === 0;
  return (
    <Section
      title="Open changes"
      aside={<Ranges range={range} onChange={(to) => change({ range: to })} />}
    >
      {isQuiet ? <p className={styles.quiet}>{rangeText(range, older, hidden)}</p> : null}
      {rowsOf(worse)}
      {better.length === 0 ? null : (
        <Fold title={counted(better.length, "improvement")} isOpen={worse.length === 0}>
          {rowsOf(better)}
        </Fold>
      )}
      {history.length === 0 ? null : (
        <Fold
          title={`History: ${counted(open.history.groups, "change")} in results imported later`}
          isOpen={isQuiet && older === 0}
        >
          {rowsOf(history)}
          {open.history.groups > history.length ? (
            <p className={styles.quiet}>
              <Link to="/p/$project/changes" params={{ project }} search={{ state: "history" }}>
                All {formatCount(open.history.groups)} in history
              </Link>
            </p>
          ) : null}
        </Fold>
      )}
      {open.asides.length === 0 ? null : (
        <Fold
          title={`${counted(open.aside_total, "step")} that the code did not make`}
          isOpen={isQuiet && history.length === 0}
        >
          <OpenCauses project={project} groups={open.asides} since={news.since} />
        </Fold>
      )}
      <Onward project={project} range={range} hidden={hidden} inPulls={open.in_pulls} />
    </Section>
  );
}

interface OnwardProps {
  project: string;
  range: Range;
  /** Open changes that the server did not send. */
  hidden: number;
  inPulls: number;
}

/** Where the changes are that are not shown. */
function Onward({ project, range, hidden, inPulls }: OnwardProps) {
  return (
    <p className={styles.quiet}>
      {range === "all" || hidden === 0 ? (
        <Link to="/p/$project/changes" params={{ project }}>
          {hidden > 0 ? `All changes, ${formatCount(hidden)} more` : "All changes"}
        </Link>
      ) : (
        <Link to="/p/$project/changes" params={{ project }} search={{ days: range }}>
          All found in the last {range} days
        </Link>
      )}
      {inPulls === 0 ? null : (
        <>
          {" · "}
          <Link to="/p/$project/changes" params={{ project }} search={{ pulls: "only" }}>
            {formatCount(inPulls)} on pull requests
          </Link>
        </>
      )}
    </p>
  );
}

function Ranges({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  return (
    <span className={styles.ranges}>
      <span className={styles.quiet}>Found in</span>
      {RANGES.map((one) => (
        <Button key={one} kind="quiet" isPressed={one === range} onClick={() => onChange(one)}>
          {rangeName(one)}
        </Button>
      ))}
    </span>
  );
}

interface FoldProps {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

function Fold({ title, isOpen, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface RowsProps {
  project: string;
  movers: readonly Mover[];
  /** When the reader looked last; later ones are marked. */
  since: string | null;
}

function Rows({ project, movers, since }: RowsProps) {
  if (movers.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {movers.map((mover) => (
        <Row key={mover.group.lead.id} project={project} mover={mover} since={since} />
      ))}
    </ul>
  );
}

function Row({ project, mover, since }: { project: string; mover: Mover; since: string | null }) {
  const { group, values, change_at: changeAt } = mover;
  const { lead, commits } = group;
  const isNew = since !== null && group.changed_at > since;
  return (
    <li className={styles.row}>
      <Link
        to="/p/$project/alert-groups/$group"
        params={{ project, group: String(group.number) }}
        className={styles.what}
      >
        <span className={styles.number}>#{group.number}</span> <ChangeEffect change={lead} />{" "}
        <SeriesName label={lead.series} />
      </Link>
      <Sparkline
        values={values}
        changeAt={changeAt}
        tone={toneOf(lead)}
        label={`${values.length} values of ${lead.series.benchmark} ${lead.series.metric}`}
        width={150}
        height={30}
      />
      <span className={styles.since}>
        <SinceCommit group={group} isShort />
        {commits.since.time === null ? null : (
          <>
            , <RelativeTime at={commits.since.time} />
          </>
        )}
        {group.branch === "main" ? "" : `, on ${group.branch}`}
        {group.series > 1 ? `, ${counted(group.series, "series", "series")}` : ""}
        {isNew ? (
          <>
            {" "}
            <Badge>new</Badge>
          </>
        ) : null}
      </span>
    </li>
  );
}
