/** Which CI systems upload without a secret, and a dry run of what their tokens say. */

import { useParams } from "@tanstack/react-router";
import type { CiRule } from "@/api/types";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Page, Section } from "@/ui/layout/Page";
import { ClaimTrial } from "./ClaimTrial";
import { answerOf } from "./ciAccessModel";
import { useCiRules } from "./ciAccessQuery";
import { NewRule } from "./NewRule";
import { RuleTable } from "./RuleTable";

export function CiAccessPage() {
  const { project } = useParams({ from: "/p/$project/settings/ci-access" });
  const query = useCiRules(project);
  return (
    <QueryBoundary
      query={query}
      failure="The rules could not be loaded."
      skeleton={<Skeleton height={320} label="Loading the rules" />}
    >
      {(rules) => <CiAccess project={project} rules={rules} />}
    </QueryBoundary>
  );
}

function CiAccess({ project, rules }: { project: string; rules: readonly CiRule[] }) {
  return (
    <Page title="CI access" answer={answerOf(rules)}>
      <Section title="New rule">
        <NewRule project={project} />
      </Section>
      <Section title="Rules">
        {rules.length === 0 ? (
          <EmptyState title="No rule yet.">
            A CI system signs who runs there into a token. A rule says whose tokens may upload
            reports, of one testbed, and nothing else; no secret is stored anywhere.
          </EmptyState>
        ) : (
          <RuleTable project={project} rules={rules} />
        )}
      </Section>
      {rules.length === 0 ? null : (
        <Section title="Dry run" aside="Nothing is believed, kept or uploaded by it.">
          <ClaimTrial project={project} />
        </Section>
      )}
    </Page>
  );
}
