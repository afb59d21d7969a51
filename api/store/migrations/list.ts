import type { Migration } from "kysely";
import { foundations } from "./0001-foundations.ts";
import { itilAnswers } from "./0002-itil-answers.ts";
import { sessions } from "./0003-sessions.ts";
import { benchmarkGroups } from "./0004-benchmark-groups.ts";
import { secretOutside } from "./0005-secret-outside.ts";
import { versions } from "./0006-versions.ts";
import { history } from "./0007-history.ts";

/** All migrations by name, in order. A static list, because the built server cannot read files beside its sources. */
export const migrations: Record<string, Migration> = {
  "0001-foundations": foundations,
  "0002-itil-answers": itilAnswers,
  "0003-sessions": sessions,
  "0004-benchmark-groups": benchmarkGroups,
  "0005-secret-outside": secretOutside,
  "0006-versions": versions,
  "0007-history": history,
};
