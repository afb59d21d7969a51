/** Saves what the assessors say on the cover of a report, each field as a text of its own (docs/rules/client-report.md#cover). */
import type { Id } from "#model/contract/common.ts";
import { fingerprint, withLineFeeds } from "#model/note.ts";
import { COVER_FIELD_NAMES, COVER_FIELDS, type CoverField, coverPart, coverProblem, hasLines } from "#model/report-cover.ts";
import { asStored } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import {
  FORM_CHANGED,
  FORM_WRONG,
  getForTexts,
  isChangedText,
  oneLine,
  storeTexts,
} from "~/services/results/files/client-report/wording.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { type CoverOutcome, type CoverTexts, coverInputs, type WrittenTexts } from "~/views/client-report";

/** Something for each field. */
const eachField = <T>(make: (name: CoverField) => T) =>
  Object.fromEntries(COVER_FIELD_NAMES.map((name) => [name, make(name)])) as Record<CoverField, T>;

/** The fields as they are stored. */
export const coverTexts = (written: WrittenTexts): CoverTexts =>
  eachField((name) => {
    const text = written[coverPart(name)] ?? "";
    return { text, base: fingerprint(text) };
  });

/** What was posted. @throws BadRequest for what our own page never sends */
export function readCoverFields(form: FormData): CoverTexts {
  const read = (name: string) => {
    const value = form.get(name);
    if (typeof value !== "string") throw new BadRequest();
    return value;
  };
  return eachField((name) => ({ text: withLineFeeds(read(coverInputs(name).text)), base: read(coverInputs(name).base) }));
}

const NOT_SAVED = "The cover could not be saved. What you typed is still here; please try again.";

/** Saves the fields that the form changed. @returns undefined once they are saved @throws as `saveText` */
export async function saveCover(reader: UserContext, assessmentId: Id, form: FormData): Promise<CoverOutcome | undefined> {
  const { api } = reader;
  if (!(await hasExtension("wording"))) throw new BadRequest();
  await getForTexts(reader, assessmentId);
  const posted = readCoverFields(form);
  const changed = COVER_FIELD_NAMES.flatMap((name) => {
    const { text, base } = posted[name];
    const field = { name, text, part: coverPart(name), body: (hasLines(name) ? asStored : oneLine)(text, COVER_FIELDS[name].max), base };
    return isChangedText(field) ? [field] : [];
  });
  const typed = () => Object.fromEntries(changed.map(({ name, text, base }) => [name, { text, base }])) as CoverOutcome["typed"];
  const failed = (kind: CoverOutcome["kind"], message: string, errors: CoverOutcome["errors"] = {}): CoverOutcome => {
    return { of: "cover", kind, typed: typed(), errors, message };
  };
  const wrong = changed.flatMap(({ name, text }) => {
    const problem = coverProblem(name, text);
    return problem ? [[name, problem] as const] : [];
  });
  if (wrong.length > 0) return failed("refused", FORM_WRONG, Object.fromEntries(wrong));
  try {
    const conflicts = await storeTexts(api, assessmentId, changed);
    const theirs = conflicts.map(({ text: { name }, now }) => [name, now === "" ? "It was taken back." : `This is saved now: ${now}`]);
    return theirs.length === 0 ? undefined : failed("conflict", FORM_CHANGED, Object.fromEntries(theirs));
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, of: "cover", typed: typed(), errors: {} };
    return failed("failed", error.status === 403 ? "You may read this report, but not change its cover." : NOT_SAVED);
  }
}
