import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { posix } from "node:path";
import ts from "typescript";

/** Any npm package, and Node's own modules. */
const PACKAGES = "packages";

/** What components of every family may use. */
const SCREEN = ["app/components/shell", "app/components/forms", "app/styles", "app/views", "model", PACKAGES];
/** What services of every family may use. */
const SERVICE = [
  "app/services/config.server",
  "app/services/context.server",
  "app/services/faults.server",
  "app/services/http",
  "app/services/saving",
  "app/services/upstream",
  "app/services/workers",
  "app/views",
  "model",
  PACKAGES,
];

/**
 * Which folder may import what, as docs/architecture.md explains. The longest folder that holds a file counts. A file may
 * import everything from its own folder, and nothing that its line does not name. Type imports count too.
 */
export const WALLS: Readonly<Record<string, readonly string[]>> = {
  model: ["zod", "punycode.js", "package.json"],
  api: ["model", "scripts/node-version", PACKAGES],
  // What authors of a content pack work with, for which no server asks.
  "tools/content": ["model", "api/commands/command", "api/config", "api/content", "api/store", "scripts/node-version", PACKAGES],
  app: ["app/components", "app/services", "app/styles", "app/views", "model", PACKAGES],
  "app/views": ["model", "@conform-to/react"],
  "app/routes": ["app/with-user.server", "app/sessions.server", "app/components", "app/services", "app/views", "model", PACKAGES],

  "app/components/shell": ["app/components/forms/useHydrated", "app/styles", "app/views", "model", PACKAGES],
  // The frame of every screen has a part of two families.
  "app/components/shell/Frame": [...SCREEN, "app/components/answering/useAskedScreens", "app/components/session"],
  "app/components/forms": ["app/components/shell", "app/styles", "app/views", "model", PACKAGES],
  "app/components/charts": ["app/styles", "app/views", "model", PACKAGES],
  "app/components/guide": SCREEN,
  "app/components/session": SCREEN,
  "app/components/home": [...SCREEN, "app/components/answering/itil/ValidationQuestion"],
  "app/components/setup": SCREEN,
  "app/components/saving": SCREEN,
  "app/components/answering": [...SCREEN, "app/components/saving"],
  "app/components/results": [...SCREEN, "app/components/charts"],
  "app/components/history": SCREEN,
  "app/components/evidence": SCREEN,
  "app/components/team": SCREEN,
  "app/components/actions": SCREEN,
  "app/components/voices": SCREEN,
  "app/components/reviews": SCREEN,
  "app/components/ratings": SCREEN,
  "app/components/engagements": [
    ...SCREEN,
    "app/components/home/CodeNames",
    "app/components/home/WorkColumns",
    // The styles of a result's tables.
    "app/components/results/ExhibitTable.module.css",
    "app/components/results/Result.module.css",
    // The forms of a report.
    "app/components/results/CoverForm",
    "app/components/results/Misfits",
    "app/components/results/ReportScreen",
    "app/components/results/ReportTextForm",
  ],
  "app/components/voice": [...SCREEN, "app/components/saving"],

  "app/services/config.server": ["app/views", "model", PACKAGES],
  "app/services/context.server": [
    "app/services/answering",
    "app/services/home",
    "app/services/http",
    "app/services/session",
    "app/services/upstream",
    "app/services/voice",
    "app/views",
  ],
  "app/services/faults.server": ["app/services/upstream/upstream.server", "app/views", "model", PACKAGES],
  "app/services/http": SERVICE,
  "app/services/searches.server": SERVICE,
  // The one door to the reference API.
  "app/services/upstream/upstream.server": [...SERVICE, "api/embedded"],
  "app/services/upstream": SERVICE,
  "app/services/workers": [...SERVICE, "app/workers/tasks.server"],
  "app/services/session": [...SERVICE, "app/services/answering/locks.server"],
  "app/services/saving": [
    ...SERVICE,
    "app/services/answering/locks.server",
    "app/services/session/session.server",
    "app/services/session/session-data.server",
    "app/services/session/suspension.server",
  ],
  "app/services/team": [...SERVICE, "app/services/results/blocks/cells.server", "app/services/results/blocks/columns.server"],
  "app/services/home": [
    ...SERVICE,
    "app/services/answering/locks.server",
    "app/services/answering/itil/summary.server",
    "app/services/results/blocks/cells.server",
    "app/services/results/blocks/columns.server",
  ],
  "app/services/setup": [...SERVICE, "app/services/answering/locks.server", "app/services/home/last-organization.server"],
  "app/services/answering": [
    ...SERVICE,
    "app/services/reviews/checks.server",
    "app/services/reviews/four-eyes.server",
    "app/services/searches.server",
    "app/services/session/session.server",
    "app/services/session/session-data.server",
    "app/services/session/sealing.server",
  ],
  "app/services/results": [...SERVICE, "app/services/reviews/checks.server"],
  "app/services/history": [...SERVICE, "app/services/answering"],
  "app/services/actions": [
    ...SERVICE,
    "app/services/home/opened-organization.server",
    "app/services/results/blocks/cells.server",
    "app/services/results/blocks/columns.server",
    "app/services/results/files/client-report/report-page.server",
  ],
  "app/services/voices": [...SERVICE, "app/services/results/blocks/cells.server", "app/services/results/blocks/columns.server"],
  // Checks look at the report, too.
  "app/services/reviews": [
    ...SERVICE,
    "app/services/results/files/client-report",
    "app/services/results/result-request.server",
    "app/services/results/results.server",
    "app/services/results/sections/steps.server",
  ],
  // A rater's progress is that of the questions screens.
  "app/services/ratings": [
    ...SERVICE,
    "app/services/answering/locks.server",
    "app/services/answering/rating-words.server",
    "app/services/answering/rating-progress.server",
    "app/services/answering/rating-store.server",
    "app/services/results/blocks/cells.server",
    "app/services/results/blocks/columns.server",
  ],
  "app/services/engagements": [
    ...SERVICE,
    "app/services/home/rows.server",
    "app/services/home/work-rows.server",
    // Which scopes an assessment of a model may have.
    "app/services/setup/models.server",
    // A profile and a report are made from the results of the members.
    "app/services/results",
  ],
  "app/services/voice": [...SERVICE, "app/services/session/sealing.server"],
  "app/services/evidence": [
    ...SERVICE,
    "app/services/searches.server",
    "app/services/results/sections/evidence.server",
    "app/services/results/sections/result-head.server",
  ],

  // Worker processes make the files of results and workbooks.
  "app/workers": [
    ...SERVICE,
    "app/components/charts",
    "app/components/results/ExhibitImage.server",
    "app/services/answering/workbook",
    "app/services/history/write-team-history.server",
    "app/services/results",
  ],
};

/** Unit tests may also use these, wherever they are. */
const IN_TESTS = ["vitest", "fast-check", "tests/support", "app/sessions.server"];

/** Whether `path` is `folder`, a file of that name, or below it. */
const isWithin = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`);

/** The line of the table that counts for a file, or undefined outside `app`, `model`, `api` and `tools`. */
const wallOf = (file: string) =>
  Object.keys(WALLS)
    .filter((folder) => isWithin(folder, file))
    .sort((a, b) => b.length - a.length)[0];

/** The path of an import from the project's root, or undefined if it names a package. */
function pathOf(file: string, name: string): string | undefined {
  if (name.startsWith("~/")) return `app/${name.slice(2)}`;
  if (name.startsWith("#")) return name.slice(1);
  if (name.startsWith(".")) return posix.join(posix.dirname(file), name);
  return undefined;
}

/**
 * The imports of a file that its wall does not allow, by name.
 * @param file its path from the project's root
 */
export function importsThroughWalls(file: string, source = readFileSync(file, "utf8")): string[] {
  const folder = wallOf(file);
  if (!folder) return [];
  const allowed = [...(WALLS[folder] ?? []), ...(/\.test\.tsx?$/.test(file) ? IN_TESTS : [])];
  return ts
    .preProcessFile(source, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => {
      const path = pathOf(file, name);
      if (path !== undefined) {
        if (isWithin("app/routes", path)) return true;
        return ![folder, ...allowed].some((each) => isWithin(each, path));
      }
      const isNode = name.startsWith("node:") || builtinModules.includes(name);
      return !allowed.includes(PACKAGES) && (isNode || !allowed.includes(name));
    });
}
