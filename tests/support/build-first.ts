import { buildIfStale } from "../../scripts/build.js";
import { prepareDemo } from "./demo-database.ts";

/** Called once per run, before any test, so that the tests never see an old build. */
export default async function buildFirst(): Promise<void> {
  buildIfStale();
  await prepareDemo();
}
