import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { api, unwrap } from "@/api/client";
import { createQueryClient } from "@/api/queryClient";
import { BASE, HttpResponse, http, server } from "@/testing/server";
import { QueryBoundary } from "./QueryBoundary";

function Projects() {
  const query = useQuery({
    queryKey: ["projects"],
    queryFn: () => unwrap(api.GET("/api/v1/projects")),
  });
  return (
    <QueryBoundary query={query} failure="The projects could not be loaded">
      {(rows) => <p>{rows.length} projects</p>}
    </QueryBoundary>
  );
}

it.each([
  [429, /Too many requests; asked again in 1 s/],
  [503, /The server is busy; asked again in 1 s/],
])("a page that is answered %d says so, waits and asks again", async (status, words) => {
  let asked = 0;
  server.use(
    http.get(`${BASE}/projects`, () => {
      asked += 1;
      if (asked > 1) return HttpResponse.json([]);
      const problem = { type: "about:blank", title: "Later", status, detail: "Later.", faults: [] };
      return HttpResponse.json(problem, { status, headers: { "Retry-After": "1" } });
    }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Projects />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(words)).toBeVisible();
  expect(await screen.findByText("0 projects", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(asked).toBe(2);
});

it("a page that waits for longer than 3 s says which part of the server is down", async () => {
  const reason = "Nothing can be read or stored: the database has not answered for 7 s";
  server.use(
    http.get(`${BASE}/projects`, () => new Promise<never>(() => undefined)),
    http.get(`${BASE}/ready`, () => {
      const faults = [{ pointer: "/database", reason, remedy: "it is started again" }];
      const problem = { type: "about:blank", title: "Down", status: 503, detail: reason, faults };
      return HttpResponse.json(problem, { status: 503 });
    }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Projects />
    </QueryClientProvider>,
  );
  expect(screen.queryByText(/goes on waiting/)).toBeNull();
  const said = await screen.findByText(
    `${reason}. The page goes on waiting.`,
    {},
    { timeout: 8_000 },
  );
  expect(said).toBeVisible();
}, 15_000);
