/** What of the trail is shown: by whom, to what, and when. */

import { FilterBar } from "@/ui/controls/FilterBar";
import { Select } from "@/ui/controls/Select";
import { TextField } from "@/ui/controls/TextField";
import { kindWord } from "./auditModel";
import { type AuditState, KINDS } from "./auditUrl";

interface AuditFiltersProps {
  state: AuditState;
  nouns: readonly string[];
  onChange: (part: Partial<AuditState>, options?: { isReplacing?: boolean }) => void;
}

const KIND_CHOICES = KINDS.map((kind) => ({
  value: kind,
  label: kind === "" ? "anybody" : kindWord(kind),
}));

export function AuditFilters({ state, nouns, onChange }: AuditFiltersProps) {
  const known = state.noun === "" || nouns.includes(state.noun) ? nouns : [state.noun, ...nouns];
  const choices = known.map((noun) => ({ value: noun, label: noun }));
  return (
    <FilterBar>
      <TextField
        label="Name"
        type="search"
        placeholder="of a person or a key"
        value={state.who}
        onChange={(who) => onChange({ who }, { isReplacing: true })}
      />
      <Select
        label="By"
        choices={KIND_CHOICES}
        value={state.kind}
        onChange={(text) => onChange({ kind: KINDS.find((one) => one === text) ?? "" })}
      />
      <Select
        label="To"
        choices={[{ value: "", label: "anything" }, ...choices]}
        value={state.noun}
        onChange={(noun) => onChange({ noun })}
      />
      <TextField
        label="From (UTC)"
        type="date"
        value={state.since}
        onChange={(since) => onChange({ since })}
      />
      <TextField
        label="Until (UTC)"
        type="date"
        value={state.until}
        onChange={(until) => onChange({ until })}
      />
    </FilterBar>
  );
}
