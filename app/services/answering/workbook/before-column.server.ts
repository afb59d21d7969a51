/** What the workbook of answers says of the assessment before (docs/rules/workbook.md#the-assessment-before). */
import type { Assessment } from "#model/contract/assessments.ts";
import { readBefore } from "~/services/answering/previous.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type StatementSince, withWordsThen } from "~/views/answering/previous";
import type { WorkbookRows } from "~/views/answering/workbook";

/** The column of the assessment before. */
export interface BeforeColumn {
  /** When it was completed, such as 'Nov 2025'. */
  head: string;
  name: string;
  /** How it answered each row of a block, in words. */
  at(block: WorkbookRows): string[];
}

/** Reads what the column says; undefined where no assessment is named before, nothing can be compared, or it cannot be read. */
export async function beforeColumn(api: UserApi, assessment: Assessment): Promise<BeforeColumn | undefined> {
  const read = await readBefore(api, assessment, { without: "notes" });
  if (read?.before.counts === undefined) return undefined;
  const { name, month } = read.before;
  return {
    head: month ?? "Last time",
    name: month ? `${name}, ${month}` : name,
    at({ place, kind, questions, options }) {
      const rows = kind === "component" ? options : questions;
      const last = read.at(
        place,
        rows.map(({ id }) => id),
      );
      return rows.map((_, index) => {
        const since = last?.statements[index];
        return since ? inCell(since, kind) : index === 0 ? (last?.remarks.join(" ") ?? "") : "";
      });
    },
  };
}

function inCell(since: StatementSince, of: WorkbookRows["kind"]): string {
  const { kind, answer, former } = since;
  if (kind === "changed") return `Changed. Before: ${former?.answer}`;
  if (kind === "new") return "New";
  return of === "component" && kind === "unanswered" ? "" : withWordsThen(answer ?? "", since);
}
