/**
 * Starts the interface. This file comes first and is small: it asks for what the page shows while
 * everything that draws it is on the way.
 */

import { askForPage } from "@/app/askEarly";
import "@/app/tokens.css";
import "@/app/fonts.css";
import "@/app/global.css";

askForPage(location);
void import("@/app/start");
