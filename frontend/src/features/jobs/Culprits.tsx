/** Where a bisection stands: the probability of each commit, its steps, and what is next. */

import type { CulpritSearch } from "@/api/types";
import { CulpritBars } from "@/charts/diverging/CulpritBars";
import { Section } from "@/ui/layout/Page";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { stepsTable } from "./searchSteps";

export function Culprits({ search }: { search: CulpritSearch }) {
  const { measure, rounds, is_told: isTold, good } = search;
  const next =
    isTold || measure === null
      ? undefined
      : `next: ${shortCommit(measure)}, ${counted(rounds, "round", "rounds")}`;
  return (
    <Section title="Commits in question" aside={next}>
      <CulpritBars search={search} />
      {stepsTable(search, `Measured in turns with ${shortCommit(good)}`, "Commit", shortCommit)}
    </Section>
  );
}
