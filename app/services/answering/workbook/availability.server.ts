/** Where the workbook of answers is offered (docs/rules/workbook.md). */
import type { Assessment } from "#model/contract/assessments.ts";
import { NotFound } from "~/services/faults.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { paths } from "~/views/paths";

/** It is written from the overview, and compared with it, so it is there where the upstream has that. */
const offersWorkbook = () => hasExtension("overview");

/** @throws NotFound where the upstream does not give everything at once */
export async function requireWorkbook(): Promise<void> {
  if (!(await offersWorkbook())) throw new NotFound();
}

/** Where an assessment is taken out as a workbook and brought back; undefined where that is not offered. */
export const workbookOf = async (found: Assessment): Promise<string | undefined> =>
  (await offersWorkbook()) ? paths.importAnswers(found.id) : undefined;
