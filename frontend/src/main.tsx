/** Starts the interface. */

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "@/app/providers";
import "@/app/tokens.css";
import "@/app/global.css";

const root = document.getElementById("root");
if (root === null) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
