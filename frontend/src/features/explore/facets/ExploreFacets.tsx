/** The left column: text search and every facet with the series that remain. */

import type { UseQueryResult } from "@tanstack/react-query";
import { memo, useDeferredValue, useState } from "react";
import type { Facet, Facets } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { FacetList } from "@/ui/controls/FacetList";
import { TextField } from "@/ui/controls/TextField";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { type Filters, facetLabel, hasFilters, NO_FILTERS, withChosen } from "@/ui/url/filters";
import { formatCount } from "@/units/format";
import styles from "../Explore.module.css";
import { useFacetValues } from "../exploreQuery";
import type { ChangeExplore } from "../exploreUrl";
import { foldedText, sharedFacets } from "./foldedFacets";

interface ExploreFacetsProps {
  project: string;
  query: UseQueryResult<Facets>;
  filters: Filters;
  /** Whether they begin folded, as something is drawn already. */
  isFolded: boolean;
  onChange: ChangeExplore;
}

export function ExploreFacets(props: ExploreFacetsProps) {
  const { project, query, filters, isFolded, onChange } = props;
  const isNarrow = useIsNarrow();
  // a choice never folds what is under the pointer
  const [isFoldedFirst] = useState(isFolded);
  const count = Object.keys(filters.chosen).length + (filters.text === "" ? 0 : 1);
  return (
    <details className={styles.facets} open={!isNarrow && !isFoldedFirst}>
      <summary>Filters{count === 0 ? "" : ` (${count})`}</summary>
      <div className={styles.facetList}>
        <TextField
          label="Search"
          type="search"
          placeholder="Any word of a series"
          value={filters.text}
          onChange={(text) => onChange({ filters: { ...filters, text } }, { isReplacing: true })}
        />
        {hasFilters(filters) ? (
          <div>
            <Button kind="quiet" onClick={() => onChange({ filters: NO_FILTERS })}>
              Clear filters
            </Button>
          </div>
        ) : null}
        <QueryBoundary
          query={query}
          failure="The filters could not be loaded."
          skeleton={<Skeleton height={420} label="Loading the filters" />}
        >
          {(facets) => {
            const { open, folded } = sharedFacets(facets, filters);
            const lists = (some: readonly Facet[]) =>
              some.map((facet) => (
                <FacetChoices key={facet.name} {...{ project, filters, facet, onChange }} />
              ));
            return (
              <>
                {lists(open)}
                {folded.length === 0 ? null : (
                  <details className={styles.folded}>
                    <summary>{foldedText(folded)}</summary>
                    <div className={styles.facetList}>{lists(folded)}</div>
                  </details>
                )}
              </>
            );
          }}
        </QueryBoundary>
      </div>
    </details>
  );
}

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

/** One facet with a search in its values: of ten thousand only those asked for are fetched. */
const FacetChoices = memo(function FacetChoices(props: FacetChoicesProps) {
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
