/** What a commit moves that others wrote, and which of it made the change. */

import type { CulpritSearch } from "@/api/types";
import { CulpritBars } from "@/charts/diverging/CulpritBars";
import { Section } from "@/ui/layout/Page";
import { type Column, Table } from "@/ui/tables/Table";
import { shortCommit } from "@/ui/words/commitName";
import { counted } from "@/ui/words/countWords";
import { stepsTable } from "./searchSteps";

type MovedParts = NonNullable<CulpritSearch["moved"]>;
type MovedPart = MovedParts["parts"][number];

const REST = "The rest of the commit";

export function Moves({ search }: { search: CulpritSearch }) {
  const { moved, inner } = search;
  const [commit] = search.answer;
  if (moved == null || moved.parts.length === 0 || commit === undefined) return null;
  const title = `What ${shortCommit(commit)} moves`;
  if (inner == null)
    return (
      <Section title={title}>
        <Table caption={title} columns={COLUMNS} rows={moved.parts} rowKey={partText} />
      </Section>
    );
  const { measure, rounds, is_told: isTold } = inner;
  const name = (mix: string) => addedBy(mix, moved);
  const next =
    isTold || measure === null
      ? undefined
      : `next: with ${name(measure)}, ${counted(rounds, "round", "rounds")}`;
  return (
    <Section title={title} aside={next}>
      <CulpritBars
        search={inner}
        title="Probability of each move in its order"
        head="Move"
        name={name}
      />
      {stepsTable(inner, "Measured with the moves up to each", "Up to", name)}
    </Section>
  );
}

/** The move that a mix has more than the one before. */
function addedBy(mix: string, { parts }: MovedParts): string {
  const [, count] = mix.split("@");
  const part = parts[(count === undefined ? parts.length : Number(count)) - 1];
  return part === undefined ? REST : partText(part);
}

function partText({ kind, name, before, after, title, path }: MovedPart): string {
  if (kind === "package") return `${name} ${movedText(before, after)} in ${path}`;
  if (after === "") return `${name} removed`;
  return `${name} ${shortCommit(after)}${title ? ` (${title})` : ""}`;
}

function movedText(before: string, after: string): string {
  if (before === "") return `${after} added`;
  if (after === "") return `${before} removed`;
  return before === after ? `${after} from another source` : `${before} → ${after}`;
}

const COLUMNS: Column<MovedPart>[] = [
  { id: "path", head: "File or submodule", isWide: true, cell: ({ path }) => path },
  { id: "part", head: "Move", isWide: true, cell: partText },
];
