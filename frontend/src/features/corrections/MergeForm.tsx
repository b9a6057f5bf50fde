/** Chooses into what a thing is merged, and says first what would be moved. */

import { useState } from "react";
import type { NamedThing } from "@/api/types";
import { Form } from "@/ui/controls/Form";
import { Select } from "@/ui/controls/Select";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { counted } from "@/ui/words/countWords";
import type { Kind } from "./correctionsModel";
import { useMerge, usePreviewOfMerge } from "./correctionsQuery";

interface MergeFormProps {
  project: string;
  kind: Kind;
  thing: NamedThing;
  /** What it can be merged into. */
  others: readonly NamedThing[];
  onDone: () => void;
}

export function MergeForm({ project, kind, thing, others, onDone }: MergeFormProps) {
  const [into, setInto] = useState(0);
  const preview = usePreviewOfMerge(project, kind, thing.id, into);
  const merge = useMerge(project, kind, thing);
  const { data } = preview;
  return (
    <Form
      onSubmit={() => merge.mutate(into, { onSuccess: onDone })}
      send="Merge"
      isIncomplete={data === undefined || data.collisions.length > 0}
      action={merge}
      failure="Nothing was merged."
    >
      <Select
        label="Into"
        choices={[
          { value: "0", label: "choose" },
          ...others.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        value={String(into)}
        onChange={(text) => setInto(Number(text))}
      />
      {/* the old name leads elsewhere once it is merged, and its preview is asked for once more */}
      <ErrorState
        error={merge.isPending ? null : preview.error}
        what="What would be moved could not be found out."
      />
      {data === undefined ? null : (
        <p>
          {counted(data.runs, "run")} with {counted(data.results, "result")} would be moved. Later
          reports of {thing.name} go there too. It can be taken apart for seven days.
        </p>
      )}
      {(data?.collisions ?? []).map((one) => (
        <p key={one}>Not possible yet: {one}.</p>
      ))}
    </Form>
  );
}

/** What a thing can be merged into: of its suite or testbed, if it is of one. */
export function othersOf(thing: NamedThing, rows: readonly NamedThing[]): NamedThing[] {
  return rows.filter(({ id, suite_id: place }) => id !== thing.id && place === thing.suite_id);
}
