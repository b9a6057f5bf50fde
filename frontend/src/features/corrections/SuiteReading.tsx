/** The kept files of a suite, read again. */

import { useState } from "react";
import { useChoices } from "@/api/facets";
import { FacetSelect, FilterBar } from "@/ui/controls/FilterBar";
import { ReadAgain } from "@/ui/correcting/ReadAgain";

interface SuiteReadingProps {
  project: string;
  isDisabled: boolean;
}

export function SuiteReading({ project, isDisabled }: SuiteReadingProps) {
  const [suite, setSuite] = useState("");
  const facets = useChoices(project);
  return (
    <>
      <FilterBar>
        <FacetSelect facets={facets.data} name="suite" value={suite} onChange={setSuite} />
      </FilterBar>
      {suite === "" ? null : (
        <ReadAgain key={suite} project={project} what={{ suite }} isDisabled={isDisabled} />
      )}
    </>
  );
}
