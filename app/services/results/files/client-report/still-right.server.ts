/** Texts of a report that no longer fit its figures (docs/rules/client-report.md#texts-that-no-longer-fit). */
import { changesInWords, type Fact } from "#model/basis.ts";
import { restsOnComparison } from "#model/changes-texts.ts";
import type { Id } from "#model/contract/common.ts";
import { basedTextForm } from "#model/contract/wording-basis.ts";
import { fingerprint } from "#model/note.ts";
import { stepFromText, stepsFor } from "#model/recommended-steps.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { textsOf } from "~/services/results/files/client-report/compose.server";
import { type BasedTexts, getForTexts, storeText } from "~/services/results/files/client-report/wording.server";
import { suggestedSteps } from "~/services/results/sections/steps.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { BASIS_FIELD, type FitOutcome, type Misfit, type ReportText, STEPS_ID, textId } from "~/views/client-report";
import type { Result } from "~/views/result";

/** Facts as a form sends them. */
export const basisInForm = (facts: readonly Fact[]): string => JSON.stringify(facts);

/**
 * The facts that a form has sent. The writer has seen their suggestion.
 * @returns undefined where the upstream keeps none @throws BadRequest for what our own page never sends
 */
export async function basisFrom(sent: FormDataEntryValue | null): Promise<Fact[] | undefined> {
  if (sent === null || !(await hasExtension("wording-basis"))) return undefined;
  try {
    const basis = basedTextForm.shape.basis.safeParse(JSON.parse(String(sent)));
    if (basis.success) return basis.data;
  } catch {
    // Not even JSON.
  }
  throw new BadRequest();
}

interface Written extends Pick<ReportText, "part" | "title" | "facts"> {
  field: string;
}

function misfitOf({ part, title, facts, field }: Written, { written, bases }: BasedTexts, isOther: boolean): Misfit[] {
  const body = written[part] ?? "";
  if (!bases || body.trim() === "") return [];
  const basis = bases.get(part) ?? null;
  // The address has chosen another comparison.
  const known = isOther ? basis?.filter(({ what }) => !restsOnComparison(what)) : basis;
  const changed = known ? changesInWords(known, facts) : [];
  if (basis !== null && changed.length === 0) return [];
  return [{ part, title, field, changed, base: fingerprint(body), basis: basisInForm(facts) }];
}

/** The texts that may no longer fit, in the order of the report; none where the upstream keeps no facts. */
export function misfitsOf(result: Result, texts: BasedTexts): Misfit[] {
  const { written } = texts;
  const known = stepsFor(suggestedSteps(result), written);
  const parts = textsOf(result).map((text): Written => ({ ...text, field: textId(text.part) }));
  // A step that was written stays when it is no longer suggested.
  const steps = Object.entries(written).flatMap(([part, body]): Written[] => {
    const own = part.startsWith("step-") && !part.startsWith("step-own-") ? stepFromText(body) : undefined;
    if (own === undefined || own === "left out") return [];
    const step = known.find(({ key }) => key === part);
    return [{ part, title: `Recommended step: ${step?.about ?? own.step}`, facts: step?.facts ?? [], field: STEPS_ID }];
  });
  const isOther = result.moved?.isOther === true;
  return [...parts, ...steps].flatMap((each) => misfitOf(each, texts, isOther));
}

const CHANGED = "Somebody changed this text after you opened the page. Read it again, then say whether it is still right.";
const NOT_SAVED = "It could not be saved that the text is still right. Please try again.";

/** Stores the present facts as the basis of a text as it is. @returns undefined once they are stored @throws BadRequest, and as `getForTexts` */
export async function keepAsRight(reader: UserContext, assessmentId: Id, form: FormData): Promise<FitOutcome | undefined> {
  const { api } = reader;
  const [part, base] = ["part", "base"].map((name) => form.get(name));
  const basis = await basisFrom(form.get(BASIS_FIELD));
  if (typeof part !== "string" || typeof base !== "string" || basis === undefined) throw new BadRequest();
  await getForTexts(reader, assessmentId);
  try {
    const { texts } = await api.wordingBasis.list({ id: assessmentId });
    const body = texts.find((each) => each.part === part)?.body ?? "";
    if (body === "" || fingerprint(body) !== base) return { of: "fit", kind: "conflict", message: CHANGED };
    const stored = await storeText(api, assessmentId, { part, body, base, basis });
    return stored.kind === "conflict" ? { of: "fit", kind: "conflict", message: CHANGED } : undefined;
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, of: "fit" };
    return { of: "fit", kind: "failed", message: error.status === 403 ? "You may read this report, but not change its texts." : NOT_SAVED };
  }
}
