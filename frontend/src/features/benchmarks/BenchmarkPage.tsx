/** One benchmark: its series with newest value and trend, its definition, what was found in it. */

import { Link, useParams } from "@tanstack/react-router";
import { useBounds } from "@/api/bounds";
import type { BenchmarkDetail } from "@/api/types";
import { useRead } from "@/api/useRead";
import { HistoryChart } from "@/charts/series/HistoryChart";
import { distinctNames } from "@/charts/series/seriesNames";
import { RelatedThumbs } from "@/charts/thumbs/RelatedThumbs";
import { VariantBars } from "@/charts/thumbs/VariantBars";
import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { Badge } from "@/ui/feedback/Badge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { useIsPainted } from "@/ui/layout/useIsPainted";
import { ChangeLine } from "@/ui/links/ChangeLine";
import { CommitLink } from "@/ui/links/CommitLink";
import { ProfileLinks } from "@/ui/links/ProfileLinks";
import { SeriesName } from "@/ui/links/SeriesName";
import { SuiteLink } from "@/ui/links/ThingLinks";
import { type Column, Table } from "@/ui/tables/Table";
import { useUrlState } from "@/ui/url/useUrlState";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { formatCount, MISSING } from "@/units/format";
import styles from "./Benchmarks.module.css";
import { BoundList } from "./BoundList";
import {
  benchmarkAnswer,
  chosenSeries,
  definitionText,
  inOnePlace,
  shownMetric,
} from "./benchmarksModel";
import { benchmarkCodec } from "./benchmarksUrl";
import { Failures } from "./Failures";
import { SeriesTable } from "./SeriesTable";

export function BenchmarkPage() {
  const { project, benchmark: id } = useParams({ from: "/p/$project/benchmarks/$benchmark" });
  const query = useBenchmark(project, Number(id));
  const [state] = useUrlState(benchmarkCodec);
  const answer =
    query.data === undefined
      ? `Benchmark ${id}`
      : benchmarkAnswer(query.data, chosenSeries(query.data, state));
  return (
    <Page title={query.data?.name ?? `Benchmark ${id}`} answer={answer}>
      <QueryBoundary
        query={query}
        failure={`Benchmark ${id} could not be loaded.`}
        skeleton={<Skeleton height={720} label="Loading the benchmark" />}
      >
        {(benchmark) => <Whole project={project} benchmark={benchmark} />}
      </QueryBoundary>
    </Page>
  );
}

interface WholeProps {
  project: string;
  benchmark: BenchmarkDetail;
}

function Whole({ project, benchmark }: WholeProps) {
  return (
    <>
      <Pictures project={project} benchmark={benchmark} />
      <Head project={project} benchmark={benchmark} />
      <RelatedThumbs
        project={project}
        suite={benchmark.suite}
        benchmark={benchmark.name}
        benchmarks={new Map([[benchmark.id, benchmark.name]])}
      />
      <Section
        title="Changes found"
        aside={
          benchmark.change_total === 0 ? undefined : (
            <Link
              to="/p/$project/changes"
              params={{ project }}
              search={{ suite: benchmark.suite, benchmark: benchmark.name, state: "all" }}
            >
              all {formatCount(benchmark.change_total)}
            </Link>
          )
        }
      >
        <Changes project={project} benchmark={benchmark} />
      </Section>
      <Rows project={project} benchmark={benchmark} />
      <Definitions benchmark={benchmark} />
      <Failures project={project} benchmark={benchmark} />
      {benchmark.profiles.length === 0 ? null : (
        <Section title="Newest profiles">
          <ProfileLinks project={project} profiles={benchmark.profiles} />
        </Section>
      )}
    </>
  );
}

/** What it is, and where else it is seen. */
function Head({ project, benchmark }: WholeProps) {
  const search = { suite: benchmark.suite, benchmark: benchmark.name };
  return (
    <div className={styles.stack}>
      <p>
        {benchmark.summary === "" ? "A benchmark" : benchmark.summary} <span>in </span>
        <SuiteLink project={project} id={benchmark.suite_id}>
          {benchmark.suite}
        </SuiteLink>
        , {counted(benchmark.variants, "variant")}.{" "}
        {Object.entries(benchmark.tags).map(([name, value]) => (
          <Badge key={name}>{`${name}: ${value}`}</Badge>
        ))}
      </p>
      <nav className={styles.links} aria-label="The benchmark elsewhere">
        <Link to="/p/$project/explore" params={{ project }} search={search}>
          Explore its series
        </Link>
        <Link to="/p/$project/compare" params={{ project }} search={{ suite: benchmark.suite }}>
          Compare two runs
        </Link>
        {benchmark.sweep_axes.map((axis) => (
          <Link
            key={axis}
            to="/p/$project/sweeps/$benchmark/$axis"
            params={{ project, benchmark: String(benchmark.id), axis }}
          >
            Sweep of {axis}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** Series whose references and budgets are asked for. */
const MOST_HELD = 8;

function Pictures({ project, benchmark }: WholeProps) {
  const [state, change] = useUrlState(benchmarkCodec);
  const rows = chosenSeries(benchmark, state);
  const ids = rows.map((row) => row.series.id).slice(0, MOST_HELD);
  const held = useBounds(project, ids, useIsPainted(true)).data;
  if (benchmark.series_total === 0) {
    return (
      <EmptyState
        title="Its series stand here once a variant gave a number."
        command={`tidemark-agent run ${benchmark.suite} --upload`}
      />
    );
  }
  const names = (of: "testbed" | "branch") => [
    ...new Set(benchmark.series.map(({ series }) => series[of])),
  ];
  const bars = inOnePlace(rows);
  return (
    <Section title="History">
      <FilterBar>
        <Select
          label="Metric"
          choices={benchmark.metrics.map((value) => ({ value, label: value }))}
          value={shownMetric(benchmark, state)}
          onChange={(metric) => change({ metric: metric === benchmark.metrics[0] ? "" : metric })}
        />
        {(["testbed", "branch"] as const).map((name) => (
          <Select
            key={name}
            label={name === "testbed" ? "Testbed" : "Branch"}
            choices={[
              { value: "", label: "any" },
              ...names(name).map((value) => ({ value, label: value })),
            ]}
            value={state[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </FilterBar>
      {rows.length === 0 ? (
        <p className={styles.quiet}>No series of this metric is on this testbed and branch.</p>
      ) : (
        <div className={styles.pictures}>
          <HistoryChart
            project={project}
            subject={`${benchmark.name} ${shownMetric(benchmark, state)}`}
            ids={rows.map((row) => row.series.id)}
            held={held}
          />
          <BoundList project={project} held={held} />
          <VariantBars rows={bars} names={distinctNames(bars.map(({ series }) => series))} />
        </div>
      )}
    </Section>
  );
}

function Rows({ project, benchmark }: WholeProps) {
  const [state] = useUrlState(benchmarkCodec);
  const rows = chosenSeries(benchmark, state);
  const left = benchmark.series_total - benchmark.series.length;
  if (rows.length === 0) return null;
  return (
    <Section
      title="Series"
      aside={left > 0 ? `${formatCount(left)} more are in the explorer` : undefined}
    >
      <SeriesTable project={project} rows={rows} />
    </Section>
  );
}

function Changes({ project, benchmark }: WholeProps) {
  if (benchmark.changes.length === 0) return <p className={styles.quiet}>No change point.</p>;
  return (
    <ul className={styles.changes}>
      {benchmark.changes.map((found) => (
        <li key={found.id}>
          <ChangeLine change={found} isShort />
          <Link to="/p/$project/changes/$change" params={{ project, change: String(found.id) }}>
            <SeriesName label={found.series} isFull />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Under "series", so that it is fetched again with them. */
function useBenchmark(project: string, benchmark: number) {
  return useRead([project, "series", "benchmark", benchmark], "benchmarks/{benchmark_id}", {
    project,
    benchmark_id: benchmark,
  });
}

type Definition = BenchmarkDetail["definitions"][number];

const COLUMNS: Column<Definition>[] = [
  {
    id: "hash",
    head: "Version",
    cell: (row) => (
      <code title={row.hash}>
        <span className={styles.environment} aria-hidden="true">
          ◆
        </span>{" "}
        {row.hash.slice(0, 12)}
      </code>
    ),
  },
  {
    id: "first",
    head: "First measured at",
    isWide: true,
    cell: (row) => (row.first === null ? MISSING : <CommitLink commit={row.first} />),
  },
  { id: "when", head: "When", cell: (row) => <RelativeTime at={row.first_at} /> },
  {
    id: "points",
    head: "Points",
    isNumber: true,
    cell: (row) => formatCount(row.points),
  },
];

/** The versions of a benchmark's definition, and at which commits each was measured. */
function Definitions({ benchmark }: { benchmark: BenchmarkDetail }) {
  return (
    <Section title="Definition">
      <p>{definitionText(benchmark)}</p>
      {benchmark.definitions.length === 0 ? null : (
        <Table
          caption="Versions of the definition, newest first"
          columns={COLUMNS}
          rows={[...benchmark.definitions].reverse()}
          rowKey={(row) => row.hash}
        />
      )}
    </Section>
  );
}
