import manifest from "../package.json" with { type: "json" };

/** The version of this program, such as `0.2.0` (CHANGELOG.md). */
export const VERSION: string = manifest.version;
