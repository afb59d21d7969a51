/** What one person may change within a minute (docs/rules/rights.md#quotas). */
import type { Call } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { Quota } from "#model/quota.ts";
import { tooMany } from "./problem.ts";
import type { Work } from "./services/work.ts";

interface Limit {
  /** The message to somebody who has done so too often. */
  title: string;
  perMinute: number;
  calls: readonly Call[];
}

const {
  organizations,
  walls,
  people,
  invitations,
  own,
  joining,
  earlierScores,
  targets,
  teamHistory,
  actions,
  assessments,
  editions,
  history,
  evidence,
  secondRound,
  voiceLevels,
  voices,
  wording,
  wordingBasis,
  reportNotes,
  reportVersions,
  reportDefaults,
  peerReview,
  ratings,
  teamRules,
  engagements,
  style,
  handover,
  p3m3,
  itil,
} = CONTRACT;

/** Nobody works that fast. A script that does would fill the store, above all the history, where everything stays. */
const LIMITS: readonly Limit[] = [
  { title: "You have created many organizations within a minute.", perMinute: 60, calls: [organizations.create, walls.create] },
  { title: "You have created many assessments within a minute.", perMinute: 60, calls: [organizations.assessments.create, editions.make] },
  { title: "You have saved many earlier scores within a minute.", perMinute: 120, calls: [earlierScores.add, earlierScores.put] },
  { title: "You have saved targets many times within a minute.", perMinute: 120, calls: [targets.put] },
  { title: "You have saved many actions within a minute.", perMinute: 120, calls: [actions.add, actions.put, actions.remark] },
  { title: "You have saved many entries of evidence within a minute.", perMinute: 300, calls: [evidence.add, evidence.put] },
  {
    title: "You have saved many notes and texts within a minute.",
    perMinute: 240,
    calls: [
      p3m3.notes.put,
      p3m3.reason,
      p3m3.descope,
      itil.notes.capability.put,
      itil.notes.maturity.put,
      wording.put,
      wordingBasis.put,
      reportNotes.put,
      reportVersions.issue,
      reportDefaults.put,
      style.put,
    ],
  },
  { title: "You have stored many answers at once, many times within a minute.", perMinute: 60, calls: [assessments.bulk] },
  { title: "You have asked for edit locks many times within a minute.", perMinute: 60, calls: Object.values(handover) },
  {
    title: "You have invited people many times within a minute.",
    perMinute: 20,
    calls: [invitations.send, invitations.again, joining.invitation],
  },
  {
    title: "You have changed people many times within a minute.",
    perMinute: 120,
    calls: [
      people.put,
      people.suspend,
      people.readmit,
      people.remove,
      invitations.takeBack,
      joining.link,
      joining.handOver,
      joining.name.put,
      joining.address.ask,
      joining.address.change,
      own.accept,
      own.decline,
      own.leave,
    ],
  },
  { title: "You have changed who may see organizations many times within a minute.", perMinute: 60, calls: [walls.put] },
  {
    title: "You have asked people many times within a minute.",
    perMinute: 20,
    calls: [voices.ask, voiceLevels.ask, secondRound.ask, peerReview.ask],
  },
  {
    title: "You have written many review points within a minute.",
    perMinute: 120,
    calls: [
      peerReview.add,
      peerReview.reply,
      peerReview.correct,
      peerReview.settle,
      peerReview.remove,
      peerReview.decide,
      peerReview.withdraw,
      peerReview.withdrawApproval,
      peerReview.look,
      teamRules.put,
    ],
  },
  {
    title: "You have saved answers and notes of ratings many times within a minute.",
    perMinute: 600,
    calls: [ratings.answer, ratings.note],
  },
  {
    title: "You have asked for, begun or ended ratings many times within a minute.",
    perMinute: 60,
    calls: [
      ratings.ask,
      ratings.begin,
      ratings.decline,
      ratings.done,
      ratings.giveBack,
      ratings.withdraw,
      ratings.useGroup,
      ratings.depart,
    ],
  },
  {
    title: "You have changed engagements many times within a minute.",
    perMinute: 240,
    calls: [
      engagements.create,
      engagements.put,
      engagements.state,
      engagements.remove,
      engagements.member,
      engagements.removeMember,
      engagements.text,
      engagements.row,
      engagements.removeRow,
    ],
  },
  { title: "You have added rows to plans many times within a minute.", perMinute: 60, calls: [engagements.addRows] },
  {
    title: "You have changed voices many times within a minute.",
    perMinute: 120,
    calls: [
      voices.put,
      voiceLevels.put,
      voices.takeBack,
      voices.remind,
      joining.mailVoiceAgain,
      voices.link,
      voices.links,
      voices.close,
      voices.closeAll,
      voices.forget,
      voices.settings,
    ],
  },
  { title: "You have stored many logos within a minute.", perMinute: 20, calls: [style.logo.put] },
  { title: "You have taken out many files within a minute.", perMinute: 240, calls: [history.fileTaken, teamHistory.fileTaken] },
];
/** Of all writes together. Somebody who holds a key of the grid down stays below. */
const ALL = { title: "You have changed a lot within a minute.", perMinute: 3_000 };

/** Of the rows that copies write. One that begins before they are used up is made whole, so that a large assessment can be copied too. */
const COPIED: Limit = { title: "You have copied a lot within a minute.", perMinute: 3_000, calls: [editions.make] };

/** @returns a function that counts one more of somebody or something, and throws Problem 429 when it is too many */
function openQuota(
  { title, perMinute }: Pick<Limit, "title" | "perMinute">,
  quota = new Quota(perMinute),
): (of: string, now: Date) => void {
  return (of, now) => {
    const seconds = quota.take(of, now.getTime());
    if (seconds !== undefined) throw tooMany(title, seconds);
  };
}

/**
 * Counts the writes of one API.
 * @returns a function that counts one more write of somebody, throws Problem 429 when it is too many, and gives what counts the rows that this
 *   write copies
 */
export function openQuotas(): (call: Call, work: Pick<Work, "user" | "now">) => { countRows?: (rows: number) => void } {
  const countAny = openQuota(ALL);
  const copied = new Quota(COPIED.perMinute);
  const countCopy = openQuota(COPIED, copied);
  const own = new Map(
    LIMITS.flatMap((limit) => {
      const count = openQuota(limit);
      return limit.calls.map((call) => [call, count] as const);
    }),
  );
  return (call, { user, now }) => {
    // A flood under somebody's name must not keep them from ending that session.
    if (call.path.startsWith("/auth/")) return {};
    const person = String(user.id);
    countAny(person, now);
    own.get(call)?.(person, now);
    if (!COPIED.calls.includes(call)) return {};
    countCopy(person, now);
    return { countRows: (rows) => copied.add(person, rows) };
  };
}

/** Saves of one sheet within a minute. Nobody reads that fast. */
const SHEET = { title: "This sheet was saved very often within a minute.", perMinute: 120 };

/** Sheets opened from one network within a minute, such as an office where everybody has a sheet. */
const ENTRIES = { title: "Many sheets were opened from this network within a minute.", perMinute: 240 };

/** Counts links of sheets, by network. */
export const openEntryQuota = () => openQuota(ENTRIES);

/** Counts the writes of voices, by sheet. */
export const openVoiceQuota = () => openQuota(SHEET);
