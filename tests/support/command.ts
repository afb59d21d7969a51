import { isBuildStale } from "../../scripts/build.js";
import { builtPathOf } from "../../scripts/command.js";

/** Asked once: nobody builds while tests run. */
const isBuilt = !isBuildStale();

/**
 * What Node runs for a module of the API. The build starts eight times as fast as the source, and is what containers run; where it is not
 * up to date, the source.
 * @param source such as `api/commands/db.ts`, relative to the project's folder, in which it is to be run
 */
export const commandOf = (source: string, ...parameters: string[]): string[] => [
  ...(isBuilt ? [builtPathOf(source)] : ["--import", "tsx", source]),
  ...parameters,
];
