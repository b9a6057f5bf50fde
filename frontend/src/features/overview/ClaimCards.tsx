/** Thumbnails of claims: published against measured, with the verdict of the newest machine. */

import { Link } from "@tanstack/react-router";
import { useClaims } from "@/api/claims";
import type { Claim } from "@/api/types";
import { ClaimPicture } from "@/charts/claims/ClaimPicture";
import { Badge } from "@/ui/feedback/Badge";
import { Section } from "@/ui/layout/Page";
import { hereText, publishedText, VERDICTS } from "@/ui/words/claimWords";
import styles from "./ClaimCards.module.css";

const MOST_CARDS = 6;

export function ClaimCards({ project }: { project: string }) {
  const claims = useClaims(project).data?.rows ?? [];
  const judged = claims.filter((claim) => claim.machines.length > 0).slice(0, MOST_CARDS);
  if (judged.length === 0) return null;
  return (
    <Section
      title="Claims"
      aside={
        <Link to="/p/$project/claims" params={{ project }}>
          All claims
        </Link>
      }
    >
      <ul className={styles.cards}>
        {judged.map((claim) => (
          <Card key={claim.id} project={project} claim={claim} />
        ))}
      </ul>
    </Section>
  );
}

function Card({ project, claim }: { project: string; claim: Claim }) {
  const [machine] = claim.machines;
  const statement = claim.statements[machine?.statement ?? 0];
  const held = statement?.machines.find((one) => one.testbed === machine?.testbed);
  if (machine === undefined || statement === undefined || held === undefined) return null;
  const { mark, text, tone } = VERDICTS[machine.verdict];
  const here = hereText(statement, held);
  const published = publishedText(statement.published);
  return (
    <li className={styles.card}>
      <Link to="/p/$project/claims/$claim" params={{ project, claim: String(claim.id) }}>
        {claim.title}
      </Link>
      <ClaimPicture statement={statement} machine={held} />
      <p className={styles.numbers}>
        <Badge tone={tone}>
          <span aria-hidden="true">{mark} </span>
          {text}
        </Badge>
        <span>{here === "" ? published : `${published} → ${here}`}</span>
      </p>
    </li>
  );
}
