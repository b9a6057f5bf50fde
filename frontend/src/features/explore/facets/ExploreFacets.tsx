/** The left column: text search and every facet with the series that remain. */

import type { UseQueryResult } from "@tanstack/react-query";
import type { Facet, Facets } from "@/api/types";
import { Button } from "@/ui/controls/Button";
import { TextField } from "@/ui/controls/TextField";
import { QueryBoundary } from "@/ui/feedback/QueryBoundary";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useIsNarrow } from "@/ui/layout/useIsNarrow";
import { type Filters, hasFilters, NO_FILTERS } from "@/ui/url/filters";
import styles from "../Explore.module.css";
import type { ChangeExplore } from "../exploreUrl";
import { FacetChoices } from "./FacetChoices";
import { foldedText, sharedFacets } from "./foldedFacets";

interface ExploreFacetsProps {
  project: string;
  query: UseQueryResult<Facets>;
  filters: Filters;
  onChange: ChangeExplore;
}

export function ExploreFacets({ project, query, filters, onChange }: ExploreFacetsProps) {
  const isNarrow = useIsNarrow();
  return (
    <details className={styles.facets} open={!isNarrow}>
      <summary>Filters</summary>
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
