import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aCommit } from "@/testing/builders";
import { answerStacks, aPlace, aProfileDetail } from "@/testing/profileBuilders";
import { renderPage } from "@/testing/render";
import { answer } from "@/testing/server";
import { ProfilePage } from "./ProfilePage";

describe("functions that changed", () => {
  it("shows functions that changed with their history by commit", async () => {
    const commits = [1, 2, 3, 4].map((id) => aCommit({ id, name: `c${id}` }));
    answer("/projects/demo/profiles/5", aProfileDetail());
    answer("/projects/demo/profiles/5/peers", {
      place: aPlace(),
      same_variant: [],
      same_run: [],
      functions: [
        {
          name: "parse",
          is_module: false,
          others: [],
          commit: aCommit({ id: 3, name: "c3" }),
          before: 0.02,
          after: 0.021,
          ratio: 1.05,
          low: 1.03,
          high: 1.07,
          cost: 0.1,
        },
      ],
    });
    answer("/projects/demo/profiles/5/function-histories", {
      commits,
      samples: [1000, 1000, 1000, 1000],
      cpu_s: [0.1, 0.1, null, 0.1],
      histories: [
        { name: "parse", is_module: false, own: [0.02, 0.02, 0.021, 0.021], total: null },
      ],
    });
    answerStacks(5, ["main;parse 20", "main 980"]);
    const { user } = renderPage(ProfilePage, "/p/$project/profiles/$profile", "/p/demo/profiles/5");
    expect((await screen.findByText(/^parse: \+5/)).textContent).toMatch(
      /of itself, \+0\.1.% of the CPU time before/,
    );
    const figure = await screen.findByRole("figure", { name: "Share of CPU samples in parse" });
    await user.click(within(figure).getByRole("button", { name: "Table" }));
    const rows = within(figure).getAllByRole("row");
    expect(rows[1]?.textContent).toMatch(/^c110002.%2.ms$/);
    expect(rows[3]?.textContent).toMatch(/^c310002\.1.%$/);
  });
});
