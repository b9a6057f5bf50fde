/** What a split comes to: the net verdict, on what it hangs, who pays, and a way out. */

import type { SplitDetail } from "@/api/types";
import { Badge } from "@/ui/feedback/Badge";
import { Explain } from "@/ui/feedback/Explain";
import { Section } from "@/ui/layout/Page";
import { Panel } from "@/ui/layout/Panel";
import { NoisyMachines } from "@/ui/links/NoisyMachine";
import { counted } from "@/ui/words/countWords";
import { formatCount, formatPercent } from "@/units/format";
import styles from "./Splits.module.css";
import {
  breakEvenText,
  capital,
  netBadge,
  type Payer,
  payersOf,
  placeWords,
  STATE_WORDS,
  sourceWords,
  wayOut,
  worseBeside,
} from "./splitsModel";

/** What stands above the picture: state, place, what was changed, on what it rests. */
export function SplitFacts({ project, split }: { project: string; split: SplitDetail }) {
  return (
    <div>
      <Facts split={split} />
      <NoisyMachines project={project} machines={split.noisy_machines} className={styles.quiet} />
      {split.warnings.length === 0 ? null : (
        <ul className={styles.sentences}>
          {split.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function SplitVerdict({ split }: { split: SplitDetail }) {
  return (
    <div className={styles.columns}>
      <Net split={split} />
      <Payers split={split} />
    </div>
  );
}

function Facts({ split }: { split: SplitDetail }) {
  const { word, tone } = STATE_WORDS[split.state];
  return (
    <p className={styles.facts}>
      {split.id === null ? (
        <Badge tone="unresolved">not kept</Badge>
      ) : (
        <Badge tone={tone}>{word}</Badge>
      )}
      <Badge>{sourceWords(split)}</Badge>
      <strong>{placeWords(split)}</strong>
      <span>{split.change}</span>
      <span>{split.basis}</span>
      {split.claimed ? null : (
        <span>
          <Explain term="summary only">no significance test</Explain>
        </span>
      )}
    </p>
  );
}

function Net({ split }: { split: SplitDetail }) {
  const turn = breakEvenText(split);
  const way = wayOut(split);
  return (
    <Section title="Net verdict">
      <Panel>
        {split.nets.length > 1 ? <Apart split={split} /> : <Whole split={split} />}
        {split.hangs_on.length === 0 || split.members.length <= 2 ? null : (
          <p>Without {split.hangs_on.join(" or ")} the sign of the net result would change.</p>
        )}
        {turn === null ? null : (
          <p>
            {turn} <Explain term="break-even weight" />
          </p>
        )}
        {way === null ? null : (
          <p>
            Alternative: {way} <a href="#alternatives">(alternatives)</a>.
          </p>
        )}
      </Panel>
    </Section>
  );
}

function Whole({ split }: { split: SplitDetail }) {
  const { tone, word } = netBadge(split.net);
  return (
    <p>
      <Badge tone={tone}>{word}</Badge>{" "}
      <Explain term="net effect">{`${capital(split.net.text)}.`}</Explain>
    </p>
  );
}

/** What is measured in several dimensions has a net of each: bytes are not added to seconds. */
function Apart({ split }: { split: SplitDetail }) {
  return (
    <>
      <ul className={styles.list} aria-label="Net effects">
        {split.nets.map((net) => {
          const { tone, word } = netBadge(net);
          return (
            <li key={net.dimension}>
              <Badge tone={tone}>{word}</Badge> of {net.dimension || "what has no unit"}: {net.text}
            </li>
          );
        })}
      </ul>
      <p className={styles.quiet}>
        Each is a <Explain term="net effect">net effect</Explain> of its own: different quantities
        are not added up.
      </p>
    </>
  );
}

const MOST_WAYS = 3;
/** The rest is folded: with dozens of members the page would be a list of them. */
const MOST_PAYERS = 6;

function Payers({ split }: { split: SplitDetail }) {
  const payers = payersOf(split);
  return (
    <Section title="Regressions">
      <Panel>
        {payers.length === 0 ? (
          <p>No significant regression.</p>
        ) : (
          <>
            <PayerList payers={payers.slice(0, MOST_PAYERS)} />
            {payers.length <= MOST_PAYERS ? null : (
              <details>
                <summary>
                  {counted(payers.length - MOST_PAYERS, "more regression", "more regressions")}
                </summary>
                <PayerList payers={payers.slice(MOST_PAYERS)} />
              </details>
            )}
          </>
        )}
        <WorseBeside split={split} />
      </Panel>
    </Section>
  );
}

function PayerList({ payers }: { payers: readonly Payer[] }) {
  return (
    <ul className={styles.list}>
      {payers.map(({ name, share, sentence, weight }) => (
        <li key={name}>
          <strong>{name}</strong> {sentence}
          <br />
          <span className={styles.quiet}>
            {share === null ? "" : `${formatPercent(share)} of the loss, `}
            {formatPercent(weight)} of the load
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What got worse and has no part in the verdict: said beside the regressions. */
function WorseBeside({ split }: { split: SplitDetail }) {
  const worse = worseBeside(split);
  if (worse.length === 0) return null;
  const more = worse.length - MOST_WAYS;
  return (
    <p>
      Worse and not weighed: {worse.slice(0, MOST_WAYS).join("; ")}
      {more > 0 ? `; and ${formatCount(more)} more` : ""} <a href="#beside">(also changed)</a>.
    </p>
  );
}
