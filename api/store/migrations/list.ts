import type { Migration } from "kysely";
import { foundations } from "./0001-foundations.ts";
import { itilAnswers } from "./0002-itil-answers.ts";
import { sessions } from "./0003-sessions.ts";
import { benchmarkGroups } from "./0004-benchmark-groups.ts";
import { secretOutside } from "./0005-secret-outside.ts";
import { suspended } from "./0006-suspended.ts";
import { versions } from "./0007-versions.ts";
import { history } from "./0008-history.ts";
import { outbox } from "./0009-outbox.ts";
import { historyReading } from "./0010-history-reading.ts";
import { handover } from "./0011-handover.ts";
import { flagsAndReasons } from "./0012-flags-and-reasons.ts";
import { evidence } from "./0013-evidence.ts";
import { wording } from "./0015-wording.ts";
import { rightsOfAnswers } from "./0016-rights-of-answers.ts";
import { style } from "./0017-style.ts";
import { again } from "./0018-again.ts";
import { editions } from "./0020-editions.ts";
import { earlierScores } from "./0021-earlier-scores.ts";
import { permissions } from "./0022-permissions.ts";
import { mail } from "./0023-mail.ts";
import { mailCounts } from "./0024-mail-counts.ts";
import { people } from "./0025-people.ts";
import { countTeams } from "./0026-count-teams.ts";
import { targets } from "./0027-targets.ts";
import { actions } from "./0028-actions.ts";
import { voices } from "./0029-voices.ts";
import { mailDomains } from "./0032-mail-domains.ts";
import { mailsNotNeeded } from "./0033-mails-not-needed.ts";
import { walls } from "./0034-walls.ts";
import { asking } from "./0036-asking.ts";
import { teamHistory } from "./0039-team-history.ts";
import { joining } from "./0040-joining.ts";
import { addresses } from "./0041-addresses.ts";
import { voiceLevels } from "./0042-voice-levels.ts";
import { reportNotes } from "./0043-report-notes.ts";
import { reportVersions } from "./0044-report-versions.ts";
import { peerReview } from "./0047-peer-review.ts";
import { wordingBasis } from "./0048-wording-basis.ts";
import { reportDefaults } from "./0049-report-defaults.ts";
import { reviewRequestsThatEnd } from "./0051-review-requests-that-end.ts";
import { engagements } from "./0052-engagements.ts";
import { secondRound } from "./0053-second-round.ts";
import { reviewNews } from "./0054-review-news.ts";
import { secondRatings } from "./0055-second-ratings.ts";
import { engagementTexts } from "./0057-engagement-texts.ts";

/** All migrations by name, in order. A static list, because the built server has no source files to read. */
export const migrations: Record<string, Migration> = {
  "0001-foundations": foundations,
  "0002-itil-answers": itilAnswers,
  "0003-sessions": sessions,
  "0004-benchmark-groups": benchmarkGroups,
  "0005-secret-outside": secretOutside,
  "0006-suspended": suspended,
  "0007-versions": versions,
  "0008-history": history,
  "0009-outbox": outbox,
  "0010-history-reading": historyReading,
  "0011-handover": handover,
  "0012-flags-and-reasons": flagsAndReasons,
  "0013-evidence": evidence,
  "0015-wording": wording,
  "0016-rights-of-answers": rightsOfAnswers,
  "0017-style": style,
  "0018-again": again,
  "0020-editions": editions,
  "0021-earlier-scores": earlierScores,
  "0022-permissions": permissions,
  "0023-mail": mail,
  "0024-mail-counts": mailCounts,
  "0025-people": people,
  "0026-count-teams": countTeams,
  "0027-targets": targets,
  "0028-actions": actions,
  "0029-voices": voices,
  "0032-mail-domains": mailDomains,
  "0033-mails-not-needed": mailsNotNeeded,
  "0034-walls": walls,
  "0036-asking": asking,
  "0039-team-history": teamHistory,
  "0040-joining": joining,
  "0041-addresses": addresses,
  "0042-voice-levels": voiceLevels,
  "0043-report-notes": reportNotes,
  "0044-report-versions": reportVersions,
  "0047-peer-review": peerReview,
  "0048-wording-basis": wordingBasis,
  "0049-report-defaults": reportDefaults,
  "0051-review-requests-that-end": reviewRequestsThatEnd,
  "0052-engagements": engagements,
  "0053-second-round": secondRound,
  "0054-review-news": reviewNews,
  "0055-second-ratings": secondRatings,
  "0057-engagement-texts": engagementTexts,
};
