/** Corrections of metrics, names and many runs at once; deleted runs can be restored. */

import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "@/api/session";
import { Select } from "@/ui/controls/Select";
import { Page, Section } from "@/ui/layout/Page";
import { WhenSeen } from "@/ui/layout/WhenSeen";
import { KINDS, type Kind } from "./correctionsModel";
import { useMetrics } from "./correctionsQuery";
import { DeletionTable } from "./DeletionTable";
import { MetricTable } from "./MetricTable";
import { NameTable } from "./NameTable";
import { RunsChoice } from "./RunsChoice";
import { SuiteReading } from "./SuiteReading";

export function CorrectionsPage() {
  const { project } = useParams({ from: "/p/$project/settings/corrections" });
  const mayCorrect = useMay(project, "configure");
  const metrics = useMetrics(project);
  return (
    <Page
      title="Corrections"
      answer="Correct metrics, runs and names. Verdicts are computed again."
    >
      <Section title="Metrics" aside="Later reports must say the same direction and unit.">
        <MetricTable project={project} isDisabled={!mayCorrect} />
      </Section>
      {metrics.isPending ? null : <Others project={project} isDisabled={!mayCorrect} />}
    </Page>
  );
}

/** What stands below the metrics: it comes after them, so that they do not move it. */
function Others({ project, isDisabled }: { project: string; isDisabled: boolean }) {
  const [kind, setKind] = useState<Kind>("testbed");
  return (
    <>
      <Section
        title="Runs"
        aside="Single runs are corrected on their page. Excluded runs count in no baseline."
      >
        <RunsChoice project={project} isDisabled={isDisabled} />
      </Section>
      <Section
        title="Files of tools"
        aside="After a format or mapping got better, kept files of a suite are read again."
      >
        <SuiteReading project={project} isDisabled={isDisabled} />
      </Section>
      <Section
        title="Deleted and merged"
        aside="For seven days runs can be brought back, and merges taken apart."
      >
        <WhenSeen height={120}>
          <DeletionTable project={project} isDisabled={isDisabled} />
        </WhenSeen>
      </Section>
      <Section
        title="Names"
        aside="An old name stays an alias: reports that use it go into the same history."
      >
        <Select
          label="Of"
          isInline
          choices={KINDS.map((value) => ({ value, label: value }))}
          value={kind}
          onChange={(text) => setKind(KINDS.find((one) => one === text) ?? "testbed")}
        />
        <WhenSeen height={120}>
          <NameTable key={kind} project={project} kind={kind} isDisabled={isDisabled} />
        </WhenSeen>
      </Section>
    </>
  );
}
