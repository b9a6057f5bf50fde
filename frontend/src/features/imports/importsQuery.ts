/** The request behind the import page. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { directionQuery, type ImportForm } from "./importsModel";

/** Sends the file; with questions open the server stores nothing and asks. */
export function useImport(project: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: ImportForm & { file: File }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/imports/github-action-benchmark", {
          params: {
            path: { project },
            query: {
              testbed: form.testbed.trim(),
              branch: form.branch.trim(),
              ...directionQuery(form.directions),
            },
          },
          headers: { "Content-Type": "application/octet-stream" },
          // The file itself is the body: no part of it passes through JSON.
          body: form.file as never,
          bodySerializer: (body) => body as never,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [project] }),
  });
}
