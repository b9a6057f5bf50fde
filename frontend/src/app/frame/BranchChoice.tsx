/** The branch that a page shows, where it knows branches; kept in its address like any other filter. */

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "@/api/useRead";
import { useHasBranches } from "@/app/places";
import { Menu } from "@/ui/controls/Menu";
import { listOf, type RawSearch } from "@/ui/url/urlState";

/** Branches listed at most, those with the most series first. */
const MOST = 60;

export function BranchChoice({ project }: { project: string }) {
  const [isOpen, setOpen] = useState(false);
  const hasBranches = useHasBranches(project);
  const chosen = listOf(useSearch({ strict: false }) as RawSearch, "branch");
  const branches = useBranches(project, isOpen);
  const navigate = useNavigate();
  if (!hasBranches) return null;
  const choose = (branch: string | undefined) =>
    void navigate({
      to: ".",
      search: ((previous: RawSearch) => ({ ...previous, branch })) as never,
    });
  const names = [...new Set([...chosen, ...(branches.data ?? [])])];
  const entries = names.map((name) => ({
    label: name,
    isChecked: chosen.includes(name),
    onSelect: () => choose(name),
  }));
  const all = {
    label: "All branches",
    isChecked: chosen.length === 0,
    onSelect: () => choose(undefined),
  };
  const rest = branches.isPending ? [{ label: "Loading" }] : [];
  return (
    <Menu
      kind="quiet"
      label={labelOf(chosen)}
      groups={[[all], entries, rest]}
      onOpen={() => setOpen(true)}
    />
  );
}

function labelOf(chosen: readonly string[]): string {
  if (chosen.length > 1) return `${chosen.length} branches`;
  return chosen[0] ?? "All branches";
}

function useBranches(project: string, isWanted: boolean) {
  return useRead(
    [project, "facets", "branches"],
    "facets",
    { project },
    {
      select: ({ facets }) => {
        const facet = facets.find(({ name }) => name === "branch");
        return (facet?.choices ?? []).slice(0, MOST).map(({ value }) => String(value));
      },
      enabled: isWanted,
    },
  );
}
