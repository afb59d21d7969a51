/** Making a rating the verdict, and saying why the verdict departs from it (docs/rules/second-ratings.md#using). */

import type { Id } from "#model/contract/common.ts";
import { departureForm } from "#model/contract/ratings.ts";
import { withLineFeeds } from "#model/note.ts";
import { counted } from "#model/words.ts";
import { borrowLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readDifferencesAddress } from "~/services/ratings/differences.server";
import { withLock } from "~/services/saving/with-lock.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { carryOut } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { type DepartureReply, USE, USE_INTENTS } from "~/views/rating-differences";
import { ratingPaths } from "~/views/rating-paths";
import type { Reply } from "~/views/shell";

const versionIn = (form: FormData, name: string): number => {
  const version = String(form.get(name) ?? "");
  if (!/^\d{1,9}$/.test(version)) throw new BadRequest();
  return Number(version);
};

/**
 * Does what a form of the differences asks for. Each needs the edit lock, which is taken for it.
 * @returns the reason that was not stored
 * @throws Redirect once it is done, or could not be; BadRequest for what our own pages never send; NotFound, LoadFailure, SessionOver
 */
export async function applyRating(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<DepartureReply>> {
  await requireExtension("ratings");
  const { api } = context;
  const form = await readForm(request);
  const { id } = await getAssessment(api, assessmentId);
  // As a name of its own, because what begins with `use` looks like a hook.
  const fillGroup = api.ratings.useGroup;
  const { group: of, show, place } = readDifferencesAddress(new URL(request.url).searchParams);
  const here = ratingPaths.differences(id, { group: of, show, place });
  const back = place === undefined ? here : `${here}#settle`;
  const text = (name: string) => String(form.get(name) ?? "");
  /** Runs a write with the lock. Where a colleague has it, the message says who. */
  const locked = (write: () => Promise<unknown>) => async () => {
    const outcome = await borrowLock(context, id, () =>
      withLock(context, id, undefined, async () => {
        await write();
        return { kind: "done" as const };
      }),
    );
    if (outcome.kind !== "locked") return;
    context.flash.leave({
      kind: "error",
      title: `${outcome.by ?? "Somebody else"} is editing this assessment.`,
      text: "Nothing was changed. Only whoever edits can use a rating, or say why the verdict departs.",
    });
    throw new Redirect(back);
  };
  const done = { isDone: async () => false, gone: "There is no such rating any more.", back };
  const withNote = form.get(USE.note) === "on";
  switch (text(USE.intent)) {
    case USE_INTENTS.use: {
      const [number, at] = [text(USE.number), text(USE.place)];
      const versions = { rating: versionIn(form, USE.rating), verdict: versionIn(form, USE.verdict) };
      return carryOut(context, {
        write: locked(() =>
          api.ratings.use(
            { id, number, body: { place: at, withNote, rating: versions.rating } },
            { madeFrom: { answers: versions.verdict }, changeKey: `use ${number} ${at}` },
          ),
        ),
        success: {
          title: "The rating is the verdict now.",
          text: "The history of the place says whose rating it was, and can put back what was there.",
        },
        ...done,
      });
    }
    case USE_INTENTS.useGroup: {
      const [number, group] = [text(USE.number), text(USE.group)];
      let used = 0;
      const success = {
        get title() {
          return `${counted(used, "place")} without a verdict ${used === 1 ? "has" : "have"} one now.`;
        },
        text: "Nothing that had a verdict was changed.",
      };
      return carryOut(context, {
        write: locked(async () => {
          used = (await fillGroup({ id, number, body: { group, withNotes: withNote } })).places.length;
        }),
        ...done,
        success,
      });
    }
    case USE_INTENTS.depart: {
      const [at, typed] = [text(USE.place), withLineFeeds(text(USE.text))];
      const checked = departureForm.shape.text.safeParse(typed);
      if (!checked.success) return [{ message: checked.error.issues[0]?.message ?? "", typed }, { status: 400 }];
      return carryOut(context, {
        write: locked(() =>
          api.ratings.depart(
            { id, body: { place: at, text: typed } },
            { madeFrom: { departure: versionIn(form, USE.version) }, changeKey: `depart ${at}` },
          ),
        ),
        ...done,
        success: { title: typed.trim() === "" ? "The reason was taken away." : "The reason was stored." },
      });
    }
    default:
      throw new BadRequest();
  }
}
