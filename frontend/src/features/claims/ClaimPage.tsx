/** One claim: what was published beside what this machine measures, why, and how to repeat it. */

import { Link, useParams } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { useClaims } from "@/api/claims";
import type { ClaimDetail, ClaimStatement } from "@/api/types";
import { ClaimBars } from "@/charts/claims/ClaimBars";
import { ClaimPicture } from "@/charts/claims/ClaimPicture";
import { Button } from "@/ui/controls/Button";
import { CopyButton } from "@/ui/controls/CopyButton";
import { Select } from "@/ui/controls/Select";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { useUrlState } from "@/ui/url/useUrlState";
import { standingText, VERDICTS } from "@/ui/words/claimWords";
import { counted } from "@/ui/words/countWords";
import { RelativeTime } from "@/ui/words/RelativeTime";
import { ClaimHistory } from "./ClaimHistory";
import { ClaimMachines } from "./ClaimMachines";
import { ClaimMechanism } from "./ClaimMechanism";
import styles from "./Claims.module.css";
import { ClaimTables } from "./ClaimTables";
import { ClaimNumbers, VerdictBadge } from "./ClaimVerdict";
import { heldOn } from "./claimsModel";
import { useClaim } from "./claimsQuery";
import { claimCodec } from "./claimsUrl";

export function ClaimPage() {
  const { project, claim } = useParams({ from: "/p/$project/claims/$claim" });
  const query = useClaim(project, Number(claim));
  return (
    <QueryBoundary
      query={query}
      failure={`Claim ${claim} could not be loaded.`}
      skeleton={<Skeleton height={320} label="Loading the claim" />}
    >
      {(body) => <Content project={project} claim={body} />}
    </QueryBoundary>
  );
}

interface ContentProps {
  project: string;
  claim: ClaimDetail;
}

/** Statements that are shown at first, on a phone and else: what follows them is not far below. */
const MOST_NARROW = 2;
const MOST_WIDE = 6;

function Content({ project, claim }: ContentProps) {
  const [state, change] = useUrlState(claimCodec);
  const testbeds = claim.machines.map((one) => one.testbed);
  const testbed = state.testbed ?? testbeds[0];
  const [firstMore, setFirstMore] = useState<number | null>(null);
  const few = useIsNarrow() ? MOST_NARROW : MOST_WIDE;
  const most = firstMore === null ? few : claim.statements.length;
  const shown = claim.statements.slice(0, most);
  const hidden = claim.statements.length - shown.length;
  const mechanism = claim.mechanisms.find((one) => one.testbed === testbed);
  return (
    <Page title={claim.title} answer={answerOf(claim, testbed)}>
      <Facts project={project} claim={claim} />
      {testbeds.length < 2 || testbed === undefined ? null : (
        <Select
          isInline
          label="Measured on"
          choices={testbeds.map((name) => ({ value: name, label: name }))}
          value={testbed}
          onChange={(name) => change({ testbed: name })}
        />
      )}
      <Section title="Published and measured">
        <div className={styles.statements}>
          {shown.map((statement, index) => (
            <Statement
              key={statement.place}
              hasFocus={index === firstMore}
              project={project}
              statement={statement}
              testbed={testbed}
            />
          ))}
        </div>
        {hidden === 0 ? null : (
          <Button onClick={() => setFirstMore(shown.length)}>
            Show {counted(hidden, "more statement")}
          </Button>
        )}
      </Section>
      <ClaimTables claim={claim} testbed={testbed} />
      <ClaimMachines claim={claim} />
      {mechanism === undefined ? null : <ClaimMechanism project={project} mechanism={mechanism} />}
      <ClaimHistory project={project} claim={claim} testbed={testbed} />
      <Section title="Measure it again">
        <div className={styles.commands}>
          {claim.commands.map((command) => (
            <div key={command} className={styles.line}>
              <code>{command}</code>
              <CopyButton text={command} />
            </div>
          ))}
        </div>
      </Section>
    </Page>
  );
}

function answerOf(claim: ClaimDetail, testbed: string | undefined): string {
  const machine = claim.machines.find((one) => one.testbed === testbed);
  if (machine === undefined) return `${claim.title}: no run has judged it yet`;
  return `${claim.title}: ${VERDICTS[machine.verdict].text} on ${machine.testbed}`;
}

function Facts({ project, claim }: ContentProps) {
  const others = useClaims(project).data?.rows.length ?? 0;
  return (
    <div className={styles.cell}>
      <p className={styles.facts}>
        <Link to="/p/$project/claims" params={{ project }}>
          {others > 1 ? `All ${others} claims` : "Claims"}
        </Link>
        {claim.url === null ? (
          <span>{claim.source}</span>
        ) : (
          <a href={claim.url} rel="noreferrer">
            {claim.source === "" ? claim.url : claim.source}
          </a>
        )}
        {claim.date === "" ? null : <span>published {claim.date}</span>}
        {claim.machine === "" ? null : <span>on {claim.machine}</span>}
      </p>
      {claim.note === "" ? null : <p className={styles.note}>{claim.note}</p>}
    </div>
  );
}

interface StatementProps {
  project: string;
  statement: ClaimStatement;
  testbed: string | undefined;
  /** The first of those that a button brought, which is gone with the focus on it. */
  hasFocus: boolean;
}

function giveFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}

function Statement({ project, statement, testbed, hasFocus }: StatementProps) {
  const held = heldOn(statement, testbed);
  const figures = held === undefined ? statement.figures : held.figures;
  return (
    <section
      ref={hasFocus ? giveFocus : undefined}
      className={styles.statement}
      aria-label={statement.says}
      tabIndex={hasFocus ? -1 : undefined}
    >
      <h3>{statement.says}</h3>
      <p className={styles.line}>
        {held === undefined ? (
          <span className={styles.quiet}>not judged here yet</span>
        ) : (
          <VerdictBadge verdict={held.verdict} />
        )}
        <ClaimNumbers statement={statement} machine={held} />
      </p>
      {held === undefined || held.value === null || statement.kind === "best" ? null : (
        <ClaimPicture statement={statement} machine={held} />
      )}
      {held === undefined ? null : <p className={styles.note}>{held.sentence}</p>}
      <ClaimBars figures={figures} isShare={statement.kind === "share"} />
      {held === undefined ? null : (
        <p className={`${styles.line} ${styles.quiet}`}>
          <Link to="/p/$project/runs/$run" params={{ project, run: String(held.run_id) }}>
            Run {held.run_id}
          </Link>
          <RelativeTime at={held.measured_at} />
          <span>{standingText(held.standing)}</span>
          {held.is_fit ? null : <span>the machine was not fit</span>}
          {held.unfit_runs.length === 0 ? null : (
            <span>
              Not counted, as the machine was not fit:{" "}
              {held.unfit_runs.map((run, place) => (
                <Fragment key={run}>
                  {place === 0 ? "" : ", "}
                  <Link to="/p/$project/runs/$run" params={{ project, run: String(run) }}>
                    run {run}
                  </Link>
                </Fragment>
              ))}
            </span>
          )}
        </p>
      )}
    </section>
  );
}
