import { buildIfStale } from "../../scripts/build.js";

/** Playwright calls this once per run, before any test, so that the tests never see an old build. */
export default function buildFirst(): void {
  buildIfStale();
}
