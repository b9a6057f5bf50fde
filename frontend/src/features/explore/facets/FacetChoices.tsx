/** One facet with a search in its values: of ten thousand only those asked for are fetched. */

import { memo, useDeferredValue, useState } from "react";
import type { Facet } from "@/api/types";
import { FacetList } from "@/ui/controls/FacetList";
import { type Filters, facetLabel, withChosen } from "@/ui/url/filters";
import { formatCount } from "@/units/format";
import styles from "../Explore.module.css";
import { useFacetValues } from "../exploreQuery";
import type { ChangeExplore } from "../exploreUrl";

interface FacetChoicesProps {
  project: string;
  filters: Filters;
  facet: Facet;
  onChange: ChangeExplore;
}

/** Values beyond which a search is offered. */
const FEW = 8;
/** Values that "more" brings, and the most that are listed at all. */
const MORE = 100;
const MOST = 1000;

export const FacetChoices = memo(function FacetChoices(props: FacetChoicesProps) {
  const { project, filters, facet, onChange } = props;
  const [text, setText] = useState("");
  /** How many were asked for; none: those that came with the facet are enough. */
  const [wanted, setWanted] = useState(0);
  const most = Math.max(wanted, MORE);
  const contains = useDeferredValue(text.trim());
  const isAsking = contains !== "" || wanted > 0;
  const asked = useFacetValues(project, filters, { facet: facet.name, contains, most }, isAsking);
  const found = (isAsking ? asked.data?.facets[0] : undefined) ?? facet;
  const left = found.total - found.choices.length;
  const label = facetLabel(facet.name);
  return (
    <FacetList
      facet={found}
      label={label}
      chosen={filters.chosen[facet.name] ?? []}
      limit={isAsking ? MOST : FEW}
      onChange={(chosen) => onChange({ filters: withChosen(filters, facet.name, chosen) })}
      search={
        facet.total <= FEW ? null : (
          <input
            type="search"
            className={styles.facetSearch}
            aria-label={`Search in ${label}`}
            placeholder={`Search ${formatCount(facet.total)} values`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )
      }
      more={
        left > 0 && wanted < MOST
          ? {
              label: `More of ${formatCount(found.total)}`,
              onMore: () => setWanted(Math.min(MOST, found.choices.length + MORE)),
            }
          : null
      }
    />
  );
});
