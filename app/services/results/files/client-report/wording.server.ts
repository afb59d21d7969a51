/** The texts that the upstream keeps of a report (docs/rules/client-report.md#written-texts). */
import type { Fact } from "#model/basis.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { fingerprint } from "#model/note.ts";
import { asStored } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { Forbidden, loadFor } from "~/services/faults.server";
import { getAssessment, homeOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { requireMayChange } from "~/services/upstream/permissions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { WrittenTexts } from "~/views/client-report";

/** The assessors' own texts, by part; empty where the upstream keeps no texts. @throws LoadFailure */
export async function readTexts(api: UserApi, assessmentId: Id): Promise<WrittenTexts> {
  if (!(await hasExtension("wording"))) return {};
  const { texts } = await loadFor("result", api.wording.list({ id: assessmentId }));
  return Object.fromEntries(texts.map(({ part, body }) => [part, body]));
}

/** The texts with the facts on which each rests, null where nobody knows; without facts where the upstream keeps none. */
export interface BasedTexts {
  written: WrittenTexts;
  bases?: ReadonlyMap<string, readonly Fact[] | null>;
}

/** @throws LoadFailure */
export async function readBasedTexts(api: UserApi, assessmentId: Id): Promise<BasedTexts> {
  if (!(await hasExtension("wording-basis"))) return { written: await readTexts(api, assessmentId) };
  const { texts } = await loadFor("result", api.wordingBasis.list({ id: assessmentId }));
  return {
    written: Object.fromEntries(texts.map(({ part, body }) => [part, body])),
    bases: new Map(texts.map(({ part, basis }) => [part, basis])),
  };
}

/**
 * The assessment whose report somebody writes into.
 * @throws LoadFailure; NotPermitted for a viewer; Forbidden for one that is archived
 */
export async function getForTexts(reader: UserContext, assessmentId: Id): Promise<Assessment> {
  const assessment = await getAssessment(reader.api, assessmentId, "result");
  const { isForeign, readOnly = "" } = await rightsOf(reader, assessment);
  if (!isForeign) requireMayChange(assessment);
  if (assessment.isArchived)
    throw new Forbidden({
      title: "Nothing was saved.",
      description: readOnly,
      next: { href: homeOf(assessment), label: "Go to the assessment" },
    });
  return assessment;
}

type StoreOutcome = { kind: "saved"; base: string } | { kind: "conflict"; base: string; now: string };

/**
 * Stores one text, unless somebody has changed it since the form was made. A text that is stored already is not written again.
 * @param text.base the fingerprint of the stored text when the form was made
 * @param text.basis the facts on which it rests; absent for a text that rests on none, and where the upstream keeps none
 * @throws UpstreamFault, SessionOver
 */
export async function storeText(
  api: UserApi,
  id: Id,
  { part, body, base, basis }: { part: string; body: string; base: string; basis?: Fact[] | undefined },
): Promise<StoreOutcome> {
  return untilUnmoved(async (): Promise<StoreOutcome> => {
    const { texts } = await api.wording.list({ id });
    const stored = texts.find((each) => each.part === part);
    const now = stored?.body ?? "";
    if (now === body && basis === undefined) return { kind: "saved", base: fingerprint(body) };
    if (now !== body && fingerprint(now) !== base) return { kind: "conflict", base: fingerprint(now), now };
    const from = { madeFrom: stored?.versions ?? { wording: 0 } };
    if (basis === undefined) await api.wording.put({ id, body: { part, body } }, from);
    else await api.wordingBasis.put({ id, body: { part, body, basis } }, from);
    return { kind: "saved", base: fingerprint(body) };
  });
}

/** What the forms of a report say of what was not saved. */
export const FORM_WRONG = "Nothing was saved: please correct what is marked.";
export const FORM_CHANGED = "Somebody changed what is marked after you opened the page. Save again to put yours in its place.";

/** A field of one line, as it is stored. @param max characters */
export const oneLine = (typed: string, max: number): string => asStored(typed, max).replace(/\s+/g, " ");

/** Whether a form changed a text. If not, the text stays as it is, even if somebody else has changed it since. */
export const isChangedText = ({ body, base }: { body: string; base: string }): boolean => fingerprint(body) !== base;

interface FormText {
  part: string;
  body: string;
  base: string;
  basis?: Fact[] | undefined;
}

/**
 * Stores the texts that one form changed.
 * @param texts each `base` follows what is stored, so that the next save of the form starts from there
 * @returns the texts that somebody else has changed too, with what is stored now @throws UpstreamFault, SessionOver
 */
export async function storeTexts<Text extends FormText>(
  api: UserApi,
  id: Id,
  texts: readonly Text[],
): Promise<{ text: Text; now: string }[]> {
  const conflicts: { text: Text; now: string }[] = [];
  for (const text of texts) {
    const outcome = await storeText(api, id, text);
    text.base = outcome.base;
    if (outcome.kind === "conflict") conflicts.push({ text, now: outcome.now });
  }
  return conflicts;
}
