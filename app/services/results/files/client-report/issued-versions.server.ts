/** The versions of a report that were issued (docs/rules/client-report.md#versions). */
import type { Id } from "#model/contract/common.ts";
import type { IssuedVersion } from "#model/contract/report-versions.ts";
import { loadFor } from "~/services/faults.server";
import { tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { shortDate } from "~/views/dates";
import type { ResultTable } from "~/views/result";

/** In the order in which they were issued; undefined where the upstream keeps none. @throws LoadFailure */
export async function readIssued(api: UserApi, id: Id): Promise<readonly IssuedVersion[] | undefined> {
  return (await hasExtension("report-versions")) ? (await loadFor("result", api.reportVersions.list({ id }))).issued : undefined;
}

/** They as a table, the last one first. */
export const versionsTable = (issued: readonly IssuedVersion[]): ResultTable =>
  tableOf({
    id: "versions",
    title: "Versions of this report",
    columns: [
      { ...textColumn("Version", 10, ({ number }: IssuedVersion) => number), names: true },
      textColumn("Date", 14, ({ at }: IssuedVersion) => shortDate(at)),
      textColumn("Issued by", 20, ({ by }: IssuedVersion) => by ?? "–"),
      { ...textColumn("What changed", 60, ({ change }: IssuedVersion) => change), wide: true },
    ],
    rows: issued.toReversed(),
  });
