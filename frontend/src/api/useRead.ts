/** What a page shows of one path, kept under a key. */

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type AnswerOf, type FieldsOf, type PathOf, reading } from "./requests";

type Options<Answer, Shown> = Omit<UseQueryOptions<Answer, Error, Shown>, "queryKey" | "queryFn">;

export function useRead<P extends PathOf<"get">, Shown = AnswerOf<"get", P>>(
  queryKey: QueryKey,
  path: P,
  fields: FieldsOf<"get", P>,
  options: Options<AnswerOf<"get", P>, Shown> = {},
) {
  return useQuery({ ...options, queryKey, queryFn: reading(path, fields) });
}
