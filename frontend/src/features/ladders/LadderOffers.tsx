/** What was measured and could be a ladder: each made by one click. */

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { LadderListing, LadderSource } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Section } from "@/ui/layout/Page";
import styles from "./Ladders.module.css";
import { madeName, runName, stepsText } from "./laddersModel";
import { useMakeLadder, useSources } from "./laddersQuery";

interface LadderOffersProps {
  project: string;
  ladders: readonly LadderListing[];
  mayMake: boolean;
}

const FEW = 6;

export function LadderOffers({ project, ladders, mayMake }: LadderOffersProps) {
  const sources = useSources(project, null).data?.rows ?? [];
  const [isWhole, setIsWhole] = useState(false);
  const made = new Set(ladders.map(({ name }) => name));
  const offered = sources.filter((source) => !made.has(madeName(source)));
  if (offered.length === 0) return null;
  const shown = isWhole ? offered : offered.slice(0, FEW);
  return (
    <Section title="Could be a ladder" aside="measured in one run, the first value as the baseline">
      <ul className={styles.offers} aria-label="Could be a ladder">
        {shown.map((source) => (
          <Offer
            key={`${source.benchmark_id} ${source.parameter}`}
            project={project}
            source={source}
            mayMake={mayMake}
          />
        ))}
      </ul>
      {offered.length > shown.length ? (
        <div>
          <Button kind="quiet" onClick={() => setIsWhole(true)}>
            Show all {offered.length}
          </Button>
        </div>
      ) : null}
      {mayMake ? null : <p className={styles.quiet}>Making one takes the role of a triager.</p>}
    </Section>
  );
}

interface OfferProps {
  project: string;
  source: LadderSource;
  mayMake: boolean;
}

function Offer({ project, source, mayMake }: OfferProps) {
  const make = useMakeLadder(project);
  const navigate = useNavigate();
  const name = madeName(source);
  const start = () =>
    make.mutate(
      {
        kind: "parameter",
        name: "",
        benchmark_id: source.benchmark_id,
        parameter: source.parameter,
        metric: source.metrics[0]?.name ?? null,
        run_id: source.run.id,
        others: source.others[0] ?? {},
      },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: "/p/$project/ladders/$ladder",
            params: { project, ladder: String(id) },
          }),
      },
    );
  return (
    <li className={styles.offer}>
      <div className={styles.what}>
        <strong>{name}</strong>
        <p>{stepsText(source)}</p>
        <p className={styles.quiet}>
          {source.metrics[0]?.name}, {runName(source.run)}
        </p>
      </div>
      {mayMake ? (
        <Button disabled={make.isPending} onClick={start} aria-label={`Make the ladder ${name}`}>
          Make the ladder
        </Button>
      ) : null}
      <ErrorState error={make.error} what="The ladder was not made." />
    </li>
  );
}
