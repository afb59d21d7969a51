/**
 * The one way to save what has versions: the parts of an assessment, evidence, the pages of a voice's sheet
 * (docs/rules/locks-and-saving.md#order-of-saves).
 */
import { putOff } from "~/services/http/failures.server";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { isUpstreamFault, type UpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import type { SaveOutcome } from "~/views/saving";

/** How a save ends that the upstream refused, or did not answer. */
type Refusal = Extract<SaveOutcome, { kind: "refused" | "failed" }>;

/** Something that is stored with its version. */
interface SaveAdapter<Now, Outcome> {
  /** What is written in order, one save after the other: such as an assessment and a place in it. */
  place: string;
  /** Reads what is stored now. @throws UpstreamFault */
  read(): Promise<Now>;
  /** How the save ends where somebody else changed what is stored; undefined where it may be written. */
  conflictWith?(now: Now): Outcome | undefined;
  /** Writes what differs, made from the version that was read. @throws UpstreamFault */
  write(now: Now): Promise<Outcome>;
  /** Runs all this with what a write needs, such as the lock. */
  around?(save: () => Promise<Outcome>): Promise<Outcome>;
  /** Puts a refusal by the upstream into words; undefined for a fault that may pass. It throws a fault that ends the save. */
  refusal?(fault: UpstreamFault): string | undefined;
  /** Looks, after a save that failed, what came of it. @param before what was stored before anything was sent */
  lookAgain?(outcome: Outcome | Refusal, before: Now): Promise<Outcome | Refusal>;
}

/**
 * Saves something after all earlier saves of the same place: reads what is stored, writes nothing if somebody else changed it, and writes
 * otherwise. If it is changed between reading and writing, it begins again. What the upstream refuses is an outcome, not an error.
 * @throws SessionOver, LoadFailure, and what `refusal` throws
 */
export function saveVersioned<Now, Outcome>(stored: SaveAdapter<Now, Outcome>): Promise<Outcome | Refusal> {
  const { around = (save) => save() } = stored;
  let before: Now | undefined;
  const save = () =>
    untilUnmoved(async () => {
      const now = await stored.read();
      const conflict = stored.conflictWith?.(now);
      if (conflict) return conflict;
      before ??= now;
      return stored.write(now);
    });
  return inOrder(stored.place, async () => {
    const outcome = await catchFaults(() => around(save), stored.refusal);
    return before !== undefined && stored.lookAgain ? stored.lookAgain(outcome, before) : outcome;
  });
}

const running = new Map<string, Promise<unknown>>();

/** Runs writes to the same place one after the other, so that the save that came last is stored last. */
export function inOrder<T>(place: string, write: () => Promise<T>): Promise<T> {
  const before = running.get(place) ?? Promise.resolve();
  const mine = before.then(write, write);
  running.set(place, mine);
  const done = () => {
    if (running.get(place) === mine) running.delete(place);
  };
  mine.then(done, done);
  return mine;
}

/** What the upstream refuses to write to an assessment, in words; undefined for a fault that may pass. */
function refusedInWords({ status, detail }: UpstreamFault): string | undefined {
  switch (status) {
    case 401:
    case 403:
      return "You have no credentials to access this assessment.";
    case 404:
      return "The assessment you are trying to access does not exist.";
    case 400:
    case 422:
      return detail.title ?? "What was sent was not accepted.";
    default:
      return undefined;
  }
}

/**
 * Turns the failure of a write into an outcome that the screen shows with the typed text.
 * @param refusal what a refusal means, in words; undefined for a fault that may pass
 * @throws SessionOver, LoadFailure
 */
export async function catchFaults<Outcome>(write: () => Promise<Outcome>, refusal = refusedInWords): Promise<Outcome | Refusal> {
  try {
    return await write();
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error instanceof OutcomeUnknown) return { kind: "failed", unknown: true };
    const message = refusal(error);
    return message === undefined ? (putOff(error) ?? { kind: "failed" }) : { kind: "refused", message };
  }
}
