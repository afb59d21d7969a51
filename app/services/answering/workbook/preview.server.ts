/** What an uploaded workbook would change, held in the form that shows it (docs/rules/workbook.md#preview). */
import { z } from "zod";
import { UNANSWERED } from "#model/answer-words.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { fingerprint } from "#model/note.ts";
import { answerWords, optionWords } from "#model/workbook/cells.ts";
import type { WorkbookChange, WorkbookFault } from "#model/workbook/compare.ts";
import type { Item, ItemGroup } from "~/services/answering/answering-model.server";
import { itemsByPlace } from "~/services/answering/workbook/items.server";
import { sealLarge, unsealLarge } from "~/services/session/sealing.server";
import type { ChangeView, Preview } from "~/views/answering/workbook";
import type { User } from "~/views/session";

/** As long as a session can last. */
const LIFETIME_SECONDS = 12 * 60 * 60;
/** Bytes of all changes, and characters of the sealed text: a form and a call each take a megabyte. */
const CHANGES_MAX = 800_000;
const SEALED_MAX = 900_000;
/** The most faults in the list: more than a full workbook has cells for answers and notes. */
const FAULTS_MAX = 600;

/** What the form holds: nobody but this application can read or change it. */
const heldSchema = z.object({
  assessmentId: z.string(),
  user: z.string(),
  file: z.string(),
  changes: z.array(
    z.object({
      place: z.string(),
      part: z.enum(["answers", "note"]),
      base: z.string(),
      target: z.string(),
    }) satisfies z.ZodType<WorkbookChange>,
  ),
  faults: z.array(
    z.object({ address: z.string(), typed: z.string(), place: z.string(), text: z.string() }) satisfies z.ZodType<WorkbookFault>,
  ),
  moreFaults: z.number(),
});
export type PreviewState = z.output<typeof heldSchema>;

/** Seals what would change. @returns undefined for more than a form can hold */
export async function sealPreview(
  assessment: Assessment,
  user: User,
  file: string,
  { changes, faults }: { changes: WorkbookChange[]; faults: WorkbookFault[] },
): Promise<{ held: PreviewState; sealed: string } | undefined> {
  const held: PreviewState = {
    assessmentId: String(assessment.id),
    user: user.email,
    file,
    changes,
    faults: faults.slice(0, FAULTS_MAX),
    moreFaults: Math.max(0, faults.length - FAULTS_MAX),
  };
  if (Buffer.byteLength(JSON.stringify(changes)) > CHANGES_MAX) return undefined;
  const sealed = await sealLarge("preview", held, LIFETIME_SECONDS);
  return sealed.length > SEALED_MAX ? undefined : { held, sealed };
}

/** What a posted form holds; undefined when it is too old, or was made for another assessment or somebody else. */
export async function unsealPreview(assessment: Assessment, user: User, sealed: string | undefined): Promise<PreviewState | undefined> {
  const held = await unsealLarge("preview", heldSchema, sealed);
  return held && held.assessmentId === String(assessment.id) && held.user === user.email ? held : undefined;
}

/** The state of a change, compared with what is stored now. */
export function standingOf(change: WorkbookChange, item: Item | undefined): "open" | "stored" | "moved" | "gone" {
  if (!item) return "gone";
  const now = change.part === "answers" ? item.answers : fingerprint(item.note);
  const wanted = change.part === "answers" ? change.target : fingerprint(change.target);
  if (now === wanted) return "stored";
  return now === change.base ? "open" : "moved";
}

const PROBLEMS = {
  moved: "Somebody changed this meanwhile, so it will not be applied. Look at it on its own screen, or download the workbook again.",
  gone: "This is not in the assessment's scope any more, so it will not be applied.",
  open: undefined,
  stored: undefined,
};

/** What the box of a change posts. */
export const tickOf = ({ place, part }: Pick<WorkbookChange, "place" | "part">) => `${place} ${part}`;

/** The preview as the screen shows it, with what is stored now. */
export function previewOf(
  { held, sealed }: { held: PreviewState; sealed: string },
  groups: readonly ItemGroup[],
  ticked: string[] = [],
): Preview {
  const known = itemsByPlace(groups);
  const inScope = groups.map(({ name, items }) => ({
    name,
    changes: items.flatMap((item) =>
      held.changes.filter(({ place }) => place === item.place).map((change) => changeView(change, item, held.faults)),
    ),
  }));
  const gone = held.changes.filter(({ place }) => !known.has(place)).map((change) => changeView(change, undefined, []));
  const shown = [...inScope, ...(gone.length > 0 ? [{ name: "Out of scope", changes: gone }] : [])].filter(
    ({ changes }) => changes.length > 0,
  );
  return {
    file: held.file,
    sealed,
    groups: shown,
    open: shown.reduce((sum, { changes }) => sum + changes.filter(({ problem, isStored }) => !problem && !isStored).length, 0),
    faults: held.faults.map((fault) => ({ ...fault, name: known.get(fault.place)?.name ?? "" })),
    moreFaults: held.moreFaults,
    ticked,
  };
}

function changeView(change: WorkbookChange, item: Item | undefined, faults: readonly WorkbookFault[]): ChangeView {
  const standing = standingOf(change, item);
  const isNote = change.part === "note";
  return {
    tick: tickOf(change),
    name: item?.name ?? "Not known",
    part: change.part,
    href: item?.href ?? "",
    rows: isNote || !item ? [] : answerRows(item, change.target),
    leftOut: isNote ? [] : faults.filter(({ place }) => place === change.place).map(({ address }) => address),
    texts: isNote ? { before: item?.note ?? "", after: change.target } : undefined,
    problem: PROBLEMS[standing],
    isStored: standing === "stored",
  };
}

const withComma = (label: string) => `Level ${label.replace(" ", ", ")}`;
/** Rows by their labels: 'Level 2 Repeatable', 'Level 2, IM-7'. */
const ROW_NAMES = { thread: (label: string) => `Level ${label}`, practice: withComma, component: withComma };

function answerRows(item: Item, target: string): ChangeView["rows"] {
  if (item.kind === "component") {
    const words = (id: string) => {
      const option = item.options.find((each) => String(each.id) === id);
      return option ? optionWords(option) : UNANSWERED.open;
    };
    return [{ name: "Option", before: words(item.answers), after: words(target) }];
  }
  return item.questions.flatMap((_, index) => {
    const [before, after] = [item.answers[index] ?? "N", target[index] ?? "N"];
    const { label = "" } = item.words[index] ?? {};
    return before === after
      ? []
      : [
          {
            name: ROW_NAMES[item.kind](label),
            before: answerWords(before) || UNANSWERED.open,
            after: answerWords(after) || UNANSWERED.open,
          },
        ];
  });
}
