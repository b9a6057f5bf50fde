import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aSession } from "@/testing/builders";
import { renderPage } from "@/testing/render";
import { answer, fail } from "@/testing/server";
import { ServerTroubles } from "./ServerTroubles";

const LATER = { timeout: 6_000 };
const WARNING = "The disk with the data is nearly full: 900 MiB (9 %) are free";

it("names each part that is down, what that means and what to do", async () => {
  answer("/session", aSession());
  const faults = [
    {
      pointer: "/worker",
      reason: "Results are not being processed: the worker has not answered for 40 s",
      remedy: "make up starts it again by itself",
    },
  ];
  fail("/ready", { status: 503, faults });
  renderPage(ServerTroubles, "/", "/");
  const said = await screen.findByText(
    /^Results are not being processed: .* for 40 s\./,
    {},
    LATER,
  );
  expect(said).toHaveTextContent("Make up starts it again by itself.");
});

it.each([true, false])(
  "warns administrators alone (%s)",
  async (isAdmin) => {
    answer(
      "/session",
      aSession({ user: { id: 1, name: "Ada", email: "ada@example.org", is_admin: isAdmin } }),
    );
    answer("/ready", { status: "ready", warnings: [WARNING] });
    renderPage(ServerTroubles, "/", "/");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(screen.queryAllByText(`${WARNING}.`)).toHaveLength(isAdmin ? 1 : 0);
  },
  10_000,
);
