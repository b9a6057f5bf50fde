/** Everything that draws, started once. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { browserStore } from "@/ui/url/browserStore";
import { Providers } from "./providers";
import { loadAnewWhenGone, reloadIfAnswered } from "./staleFiles";

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with the id "root"');
loadAnewWhenGone(window, browserStore("sessionStorage"), reloadIfAnswered);
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
