/**
 * Every call of the contract: its address, input, output and refusals. The client, the handlers of the reference API, /openapi.json and
 * the contract suite are all made from this table. In words: docs/upstream-contract.md.
 */
import { type ZodType, z } from "zod";
import * as actions from "./actions.ts";
import * as again from "./again.ts";
import * as answering from "./answering.ts";
import * as assessments from "./assessments.ts";
import * as bulk from "./bulk.ts";
import { type Call, callsOf, type Table } from "./call.ts";
import { created, queryId, queryIds, refList } from "./common.ts";
import * as comparison from "./comparison.ts";
import * as demo from "./demo.ts";
import * as earlierScores from "./earlier-scores.ts";
import * as engagements from "./engagements.ts";
import * as evidence from "./evidence.ts";
import * as forYou from "./for-you.ts";
import * as history from "./history.ts";
import * as inProgress from "./in-progress.ts";
import * as itil from "./itil.ts";
import * as joining from "./joining.ts";
import * as organizations from "./organizations.ts";
import * as outbox from "./outbox.ts";
import * as overview from "./overview.ts";
import * as p3m3 from "./p3m3.ts";
import * as peerReview from "./peer-review.ts";
import * as people from "./people.ts";
import * as permissions from "./permissions.ts";
import * as ratings from "./ratings.ts";
import * as reportDefaults from "./report-defaults.ts";
import * as reportNotes from "./report-notes.ts";
import * as reportVersions from "./report-versions.ts";
import * as secondRound from "./second-round.ts";
import * as session from "./session.ts";
import * as style from "./style.ts";
import * as targets from "./targets.ts";
import * as teamHistory from "./team-history.ts";
import * as team from "./team-name.ts";
import * as voiceLevels from "./voice-levels.ts";
import * as voices from "./voices.ts";
import * as walls from "./walls.ts";
import * as wording from "./wording.ts";
import * as wordingBasis from "./wording-basis.ts";

const INVALID = { 422: "The input breaks a rule" };
const NO_ORGANIZATION = { 404: "There is no such organization" };
const NO_EARLIER = { 404: "There is no such organization, or it has no such row" };
const NO_ACTION = { 404: "There is no such organization, or it has no such action" };
const NO_ASSESSMENT = { 404: "There is no such assessment" };
const NO_POINT = { 404: "There is no such assessment, or it has no such review point" };
const NO_RATING = { 404: "There is no such assessment, or it has no such second rating" };
const NO_ENGAGEMENT = { 404: "There is no such engagement" };
const NO_MEMBER = { 404: "There is no such engagement, or it has no such assessment" };
const NO_REPORT = { ...NO_ENGAGEMENT, 403: "The caller does not work with the model of a member" };
const NO_PLAN_ROW = { 404: "There is no such engagement, or its plan has no such row" };
const NO_VOICE = { 404: "There is no such assessment, or it has no such voice" };
const NO_PAGE = { 404: "The sheet has no such page" };
const SHEET_CLOSED = { 409: "The sheet is closed" };
const NO_PERSON = { 404: "The caller's team has no such person" };
const NO_INVITATION = { 404: "The caller's team has no such open invitation" };
const NOT_INVITED = { 404: "There is no such open invitation for the caller" };
const LEAD_NEEDED = { 422: "The team would have no lead, or the input breaks a rule" };
const NO_RESULT = { 404: "There is no such assessment, or it is not completed" };
const NO_DRAFT = { 404: "There is no such assessment, or it is completed" };
const NOT_IN_SCOPE = { 404: "There is no such assessment, or its scope does not hold this" };
/** The refusals of nearly all writes to an assessment. */
const WRITE = { ...NO_ASSESSMENT, 409: "Somebody else holds the edit lock, or nobody does", ...INVALID };
/** The refusals of a write that may say what it was made from. */
const MOVED = { 412: "With the extension `versions`: the part has changed since the version that the write was made from" };
const VERSIONED_WRITE = { ...WRITE, ...MOVED };
/** The refusals of those writes that do not need the lock: archive, restore, certify, endorse. */
const GOVERN = { ...NO_ASSESSMENT, 409: "Somebody else holds the edit lock", ...INVALID };

type Extra = Omit<Partial<Call>, "method" | "path" | "answer">;

const get = <const P extends Call["path"], A extends ZodType, const E extends Extra>(
  path: P,
  summary: string,
  answer: A,
  extra = {} as E,
) => ({
  method: "GET" as const,
  path,
  summary,
  status: 200 as const,
  answer,
  ...extra,
});
const act = <const P extends Call["path"]>(path: P, summary: string, refusals: Call["refusals"]) =>
  ({ method: "POST", path, summary, status: 200, refusals }) as const;

export const CONTRACT = {
  session: {
    enter: {
      method: "POST",
      path: "/auth",
      summary: "Exchanges an entry token for a session",
      status: 200,
      body: session.entryRequest,
      answer: session.session,
      authentication: "none",
    },
    refresh: {
      method: "POST",
      path: "/auth/refresh",
      summary: "A new token; the cookie that /auth has set authenticates",
      status: 200,
      answer: session.refreshedSession,
      authentication: "none",
    },
    extensions: get("/extensions", "The extensions that the upstream offers", session.extensions, {
      authentication: "none",
    } as const),
    logout: {
      method: "POST",
      path: "/auth/logout",
      summary: "Ends the session of the bearer token or the refresh cookie, everywhere at once",
      status: 204,
      authentication: "either",
      extension: "logout",
    },
    mail: {
      ask: {
        method: "POST",
        path: "/auth/mail",
        summary: "Sends a mail that signs in, if somebody has the address; the answer is the same for every address",
        status: 204,
        body: session.mailRequest,
        refusals: INVALID,
        authentication: "none",
        extension: "mail",
      },
      look: {
        method: "POST",
        path: "/auth/mail/link",
        summary: "What the link of a mail shows in this browser; it uses nothing up",
        status: 200,
        body: session.mailedLink,
        answer: session.openedLink,
        refusals: { 401: "The link is unknown, used, expired or ended", ...INVALID },
        authentication: "none",
        extension: "mail",
      },
      enter: {
        method: "POST",
        path: "/auth/mail/session",
        summary: "Exchanges the link or the code of a mail for a session, in the browser that asked for the mail",
        status: 200,
        body: session.mailedEntry,
        answer: session.session,
        refusals: { 401: "The link or code is unknown, used, expired or ended", 422: "The code is wrong, or the input breaks a rule" },
        authentication: "none",
        extension: "mail",
      },
    },
    sessions: {
      list: get("/auth/sessions", "The caller's sessions, one for each device", session.signedInSessions, { extension: "logout" } as const),
      end: {
        method: "POST",
        path: "/auth/sessions/{id}/end",
        ids: "text",
        summary: "Ends one of the caller's sessions",
        status: 204,
        permission: "viewer",
        refusals: { 404: "The caller has no such session" },
        extension: "logout",
      },
      endAll: {
        method: "POST",
        path: "/auth/sessions/end",
        summary: "Ends all sessions of the caller",
        status: 204,
        permission: "viewer",
        extension: "logout",
      },
    },
  },

  permissions: {
    me: get("/me", "What the caller may do in their team, and who leads it", permissions.me, { extension: "permissions" } as const),
  },

  people: {
    list: get("/people", "The people of the caller's team, and who is invited", people.people, {
      permission: "lead",
      extension: "people",
    } as const),
    history: get("/team/history", "Who did what about people, the newest first, 50 at a time", people.peopleHistory, {
      query: people.peopleHistoryQuery,
      permission: "lead",
      refusals: INVALID,
      extension: "people",
    } as const),
    get: get("/people/{id}", "One person, with devices and edit locks", people.personDetails, {
      permission: "lead",
      refusals: NO_PERSON,
      extension: "people",
    } as const),
    put: {
      method: "PUT",
      path: "/people/{id}",
      summary: "Changes name, permission or roles; what is left out stays",
      status: 200,
      body: people.personForm,
      answer: people.personDetails,
      permission: "lead",
      refusals: { ...NO_PERSON, ...MOVED, ...LEAD_NEEDED },
      changes: ["person"],
      extension: "people",
    },
    suspend: {
      method: "POST",
      path: "/people/{id}/suspend",
      summary: "Keeps somebody out at once; sessions, edit locks and mails end",
      status: 200,
      answer: people.ended,
      permission: "lead",
      refusals: { ...NO_PERSON, ...MOVED, ...LEAD_NEEDED },
      changes: ["person"],
      extension: "people",
    },
    readmit: {
      method: "POST",
      path: "/people/{id}/readmit",
      summary: "Lets somebody in again who was suspended",
      status: 204,
      permission: "lead",
      refusals: { ...NO_PERSON, ...MOVED },
      changes: ["person"],
      extension: "people",
    },
    remove: {
      method: "POST",
      path: "/people/{id}/remove",
      summary: "Forgets who somebody is; what they assessed stays with the team",
      status: 200,
      answer: people.ended,
      permission: "lead",
      refusals: { ...NO_PERSON, ...MOVED, ...LEAD_NEEDED },
      changes: ["person"],
      extension: "people",
    },
  },

  invitations: {
    send: {
      method: "POST",
      path: "/invitations",
      summary: "Invites several people, and says of each what became of it",
      status: 200,
      body: people.invitationsForm,
      answer: people.invited,
      permission: "lead",
      refusals: INVALID,
      extension: "people",
    },
    again: {
      method: "POST",
      path: "/invitations/{id}/again",
      summary: "Sends an invitation once more; it can be accepted for another 14 days",
      status: 200,
      answer: people.invitation,
      permission: "lead",
      refusals: { ...NO_INVITATION, ...MOVED, ...INVALID },
      changes: ["invitation"],
      extension: "people",
    },
    takeBack: {
      method: "POST",
      path: "/invitations/{id}/take-back",
      summary: "Takes an invitation back",
      status: 204,
      permission: "lead",
      refusals: { ...NO_INVITATION, ...MOVED },
      changes: ["invitation"],
      extension: "people",
    },
  },

  /** What people do about themselves. */
  own: {
    invitations: get("/me/invitations", "Open invitations of the caller to other teams", people.ownInvitations, {
      extension: "people",
    } as const),
    accept: {
      method: "POST",
      path: "/me/invitations/{id}/accept",
      summary: "Joins the team that has invited the caller, with what the invitation says they may do",
      status: 204,
      permission: "viewer",
      refusals: { ...NOT_INVITED, 422: "The caller has to leave their team first, or would leave its organizations to nobody" },
      extension: "people",
    },
    decline: {
      method: "POST",
      path: "/me/invitations/{id}/decline",
      summary: "Declines an invitation",
      status: 204,
      permission: "viewer",
      refusals: NOT_INVITED,
      extension: "people",
    },
    leave: {
      method: "POST",
      path: "/me/leave",
      summary: "Leaves the team; the caller is a team of one then, without its organizations",
      status: 204,
      permission: "viewer",
      refusals: { ...MOVED, 422: "The caller is alone in the team, or its last lead" },
      changes: ["person"],
      extension: "people",
    },
    data: get("/me/data", "What the store holds about the caller", people.ownData, { extension: "people" } as const),
  },

  /** How people get in who are invited, and what became of mails. */
  joining: {
    team: get("/team/joining", "What became of the mails of invitations, and whose address is not confirmed", joining.joining, {
      permission: "lead",
      extension: "joining",
    } as const),
    link: {
      method: "POST",
      path: "/invitations/{id}/link",
      summary: "A link that lets the person in once, within 24 hours, to be copied",
      status: 200,
      answer: joining.joinLink,
      permission: "lead",
      refusals: { ...NO_INVITATION, ...INVALID },
      secret: true,
      extension: "joining",
    },
    look: {
      method: "POST",
      path: "/auth/joining/link",
      summary: "Whom a copied link lets in, and where; it uses nothing up",
      status: 200,
      body: joining.joinLinkForm,
      answer: joining.joinOffer,
      refusals: { 401: "The link is unknown, used, expired or ended, or somebody has the address", ...INVALID },
      authentication: "none",
      extension: "joining",
    },
    enter: {
      method: "POST",
      path: "/auth/joining",
      summary: "Creates the person whom a copied link lets in, and gives a session",
      status: 200,
      body: joining.joinForm,
      answer: session.session,
      refusals: { 401: "The link is unknown, used, expired or ended, or somebody has the address", ...INVALID },
      authentication: "none",
      extension: "joining",
    },
    invitation: {
      method: "PUT",
      path: "/invitations/{id}",
      summary: "Corrects name or address of an open invitation; another address makes it a new one",
      status: 200,
      body: joining.invitationForm,
      answer: people.invitation,
      permission: "lead",
      refusals: { ...NO_INVITATION, ...MOVED, ...INVALID },
      changes: ["invitation"],
      extension: "joining",
    },
    name: {
      get: get("/me/name", "What the caller is called now", joining.ownName, { extension: "joining" } as const),
      put: {
        method: "PUT",
        path: "/me/name",
        summary: "Changes the caller's own name",
        status: 200,
        body: joining.ownNameForm,
        answer: joining.ownName,
        permission: "viewer",
        refusals: INVALID,
        extension: "joining",
      },
    },
    address: {
      get: get("/me/address", "The caller's address, and how it can change", joining.ownAddress, { extension: "joining" } as const),
      ask: {
        method: "POST",
        path: "/me/address",
        summary: "Sends codes for another address; the answer is the same whether it can be used or not",
        status: 204,
        body: joining.newAddressForm,
        permission: "viewer",
        refusals: INVALID,
        extension: "joining",
      },
      change: {
        method: "POST",
        path: "/me/address/codes",
        summary: "Changes the caller's address by the codes of the mails",
        status: 200,
        body: joining.addressCodes,
        answer: joining.addressOutcome,
        secret: true,
        permission: "viewer",
        refusals: INVALID,
        extension: "joining",
      },
      look: {
        method: "POST",
        path: "/auth/address/link",
        summary: "What the link of a mail to an old address undoes; it uses nothing up",
        status: 200,
        body: joining.joinLinkForm,
        answer: joining.undoOffer,
        refusals: { 401: "The link is unknown, used, expired or ended", ...INVALID },
        authentication: "none",
        extension: "joining",
      },
      undo: {
        method: "POST",
        path: "/auth/address/undo",
        summary: "Undoes a change of address, and ends all sessions of the person",
        status: 204,
        body: joining.joinLinkForm,
        refusals: { 401: "The link is unknown, used, expired or ended", ...INVALID },
        authentication: "none",
        extension: "joining",
      },
    },
    suspension: {
      method: "POST",
      path: "/auth/suspension",
      summary: "Whether the session of the bearer token or the refresh cookie ended because its person was suspended",
      status: 200,
      answer: joining.suspension,
      authentication: "either",
      extension: "joining",
    },
    openWork: get("/people/{id}/open", "What of somebody's work waits for others, and who can take it over", joining.openWork, {
      permission: "lead",
      refusals: NO_PERSON,
      extension: "joining",
    } as const),
    handOver: {
      method: "POST",
      path: "/people/{id}/hand-over",
      summary: "Hands the open sheets that somebody asked for over to a colleague, as far as that colleague can take them",
      status: 200,
      body: joining.handOverForm,
      answer: joining.handedOver,
      permission: "lead",
      refusals: { ...NO_PERSON, ...INVALID },
      extension: "joining",
    },
    voiceContact: get("/voice/contact", "Whom the voice can turn to whose asker is gone", joining.voiceContact, {
      authentication: "voice",
      extension: "joining",
    } as const),
    voiceMails: get("/assessments/{id}/voices/mails", "What became of the mails to voices", joining.voiceDeliveries, {
      permission: "assessor",
      refusals: NO_ASSESSMENT,
      extension: "joining",
    } as const),
    mailVoiceAgain: {
      method: "POST",
      path: "/assessments/{id}/voices/{voiceId}/mail-again",
      summary: "Sends the mail to a voice again that was refused",
      status: 204,
      refusals: { ...NO_VOICE, ...INVALID },
      extension: "joining",
    },
  },

  organizations: {
    list: get("/organizations", "The caller's organizations, and everybody's for internal accounts", organizations.organizations, {
      query: organizations.organizationsQuery,
    }),
    create: {
      method: "POST",
      path: "/organizations",
      summary: "Creates an organization",
      status: 201,
      body: organizations.organizationForm,
      answer: created,
      refusals: INVALID,
    },
    get: get("/organizations/{id}", "One organization", organizations.organizationEnvelope, { refusals: NO_ORGANIZATION }),
    put: {
      method: "PUT",
      path: "/organizations/{id}",
      summary: "Changes an organization; a business unit that is left out stays",
      status: 200,
      body: organizations.organizationUpdate,
      answer: organizations.organizationEnvelope,
      refusals: { ...NO_ORGANIZATION, ...MOVED, ...INVALID },
      changes: ["organization"],
    },
    assessments: {
      list: get("/organizations/{id}/assessments", "Its assessments by model and state", organizations.organizationAssessments, {
        query: organizations.organizationAssessmentsQuery,
        refusals: NO_ORGANIZATION,
      }),
      create: {
        method: "POST",
        path: "/organizations/{id}/assessments",
        summary: "Creates an assessment",
        status: 201,
        body: assessments.assessmentForm,
        answer: created,
        refusals: { ...NO_ORGANIZATION, ...INVALID },
      },
    },
  },

  /** Who may see an organization. */
  walls: {
    get: get("/organizations/{id}/access", "Who may see an organization; for every lead of its team, too", walls.organizationAccess, {
      refusals: NO_ORGANIZATION,
      extension: "walls",
    } as const),
    put: {
      method: "PUT",
      path: "/organizations/{id}/access",
      summary: "Changes who may see it",
      status: 200,
      body: walls.accessForm,
      answer: walls.organizationAccess,
      permission: "lead",
      refusals: { ...NO_ORGANIZATION, ...MOVED, 422: "Nobody who is active would be named, or the input breaks a rule" },
      changes: ["access"],
      extension: "walls",
    },
    create: {
      method: "POST",
      path: "/organizations/behind-a-wall",
      summary: "Creates an organization that only the caller may see",
      status: 201,
      body: organizations.organizationForm,
      answer: created,
      refusals: INVALID,
      extension: "walls",
    },
    team: get("/team/access", "The organizations behind a wall, and who may see them, today or on a day", walls.teamAccess, {
      query: walls.teamAccessQuery,
      permission: "lead",
      refusals: INVALID,
      extension: "walls",
    } as const),
  },

  forYou: {
    list: get("/for-you", "What waits for the caller, the newest first, ten at a time", forYou.forYou, {
      query: forYou.forYouQuery,
      refusals: INVALID,
      extension: "for-you",
    } as const),
  },

  /** What the caller's team is working on. */
  inProgress: {
    list: get("/in-progress", "The open assessments of the caller's team, 100 at a time", inProgress.inProgress, {
      query: inProgress.inProgressQuery,
      refusals: INVALID,
      extension: "in-progress",
    } as const),
  },

  assessments: {
    get: get("/assessments/{id}", "One assessment", assessments.assessment, { refusals: NO_ASSESSMENT }),
    put: {
      method: "PUT",
      path: "/assessments/{id}",
      summary: "Changes an assessment; a field that is left out stays",
      status: 200,
      body: assessments.assessmentUpdate,
      answer: assessments.assessment,
      refusals: VERSIONED_WRITE,
      changes: ["profile", "scope"],
    },
    progress: get(
      "/assessments/{id}/progress",
      "How far it is answered",
      p3m3.p3m3Progress.extend(again.since).or(itil.itilProgress.extend(again.since)),
      { query: again.progressQuery, refusals: { ...NO_ASSESSMENT, ...INVALID } } as const,
    ),
    scores: get("/assessments/{id}/scores", "Its scores so far", p3m3.p3m3Scores.or(itil.itilScores), { refusals: NO_ASSESSMENT }),
    overview: get("/assessments/{id}/overview", "All answers, marks, notes and flags at once", overview.overview, {
      query: overview.overviewQuery,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "overview",
    } as const),
    again: get("/assessments/{id}/again", "What the assessment before said, place by place", again.again, {
      query: again.againQuery,
      refusals: { 404: "There is no such assessment, or it names none before it", ...INVALID },
      extension: "again",
    } as const),
    fit: get("/assessments/{id}/fit", "What a new assessment could not go on with", again.fit, {
      refusals: NO_ASSESSMENT,
      extension: "again",
    } as const),
    bulk: {
      method: "POST",
      path: "/assessments/{id}/answers",
      summary: "Stores the answers and notes of many threads, practices or components, all or none",
      status: 200,
      body: bulk.bulk,
      answer: bulk.bulkResult,
      refusals: VERSIONED_WRITE,
      extension: "bulk",
    },
    complete: act("/assessments/{id}/complete", "Submits an assessment that is answered in full", WRITE),
    certify: act("/assessments/{id}/certify", "Certifies a completed P3M3 assessment", GOVERN),
    endorse: act("/assessments/{id}/endorse", "Endorses an ITIL assessment", GOVERN),
    archive: act("/assessments/{id}/archive", "Puts an assessment away", GOVERN),
    unarchive: act("/assessments/{id}/unarchive", "Takes it out again", GOVERN),
  },

  history: {
    list: get("/assessments/{id}/history", "Who did what with an assessment, the newest first, 50 at a time", history.history, {
      query: history.historyQuery,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "history",
    } as const),
    fileTaken: {
      method: "POST",
      path: "/assessments/{id}/history/files",
      summary: "Notes that a file was taken out",
      status: 204,
      body: history.fileTaken,
      permission: "viewer",
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "history",
    },
  },

  /** All chains of the caller's team, as far as the caller sees what they are about. */
  teamHistory: {
    list: get("/history", "Who did what in the caller's team, the newest first, 50 at a time", teamHistory.teamHistory, {
      query: teamHistory.teamHistoryQuery,
      permission: "lead",
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "team-history",
    } as const),
    export: get("/history/export", "The same for a file, in parts of up to 1,000 entries", teamHistory.teamHistoryExport, {
      query: teamHistory.teamHistoryExportQuery,
      permission: "lead",
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "team-history",
    } as const),
    fileTaken: {
      method: "POST",
      path: "/history/files",
      summary: "Notes that such a file is taken out; refused if the caller no longer sees an organization that is in it",
      status: 204,
      body: teamHistory.teamHistoryFile,
      permission: "lead",
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "team-history",
    },
  },

  comparison: {
    get: get(
      "/assessments/{id}/comparison",
      "How it compares with an earlier one of the same organization and model",
      comparison.comparison,
      {
        query: comparison.comparisonQuery,
        refusals: { 404: "There is no such assessment, or nothing to compare it with", ...INVALID },
        extension: "again",
      } as const,
    ),
    trend: get("/organizations/{id}/trend", "The scores of its completed assessments, the oldest first", comparison.trend, {
      query: comparison.trendQuery,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "again",
    } as const),
  },

  earlierScores: {
    list: get(
      "/organizations/{id}/earlier-scores",
      "Scores of assessments made elsewhere, the newest first",
      earlierScores.earlierScoresList,
      {
        refusals: NO_ORGANIZATION,
        extension: "again",
      } as const,
    ),
    add: {
      method: "POST",
      path: "/organizations/{id}/earlier-scores",
      summary: "Adds the scores of an assessment made elsewhere",
      status: 201,
      body: earlierScores.earlierScoresForm,
      answer: earlierScores.earlierScores,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "again",
    },
    put: {
      method: "PUT",
      path: "/organizations/{id}/earlier-scores/{earlierId}",
      summary: "Changes them, except their model",
      status: 200,
      body: earlierScores.earlierScoresForm,
      answer: earlierScores.earlierScores,
      refusals: { ...NO_EARLIER, ...MOVED, ...INVALID },
      changes: ["earlier"],
      extension: "again",
    },
    remove: {
      method: "POST",
      path: "/organizations/{id}/earlier-scores/{earlierId}/remove",
      summary: "Removes them",
      status: 204,
      refusals: { ...NO_EARLIER, ...MOVED },
      changes: ["earlier"],
      extension: "again",
    },
  },

  targets: {
    list: get("/organizations/{id}/targets", "The scores that it wants to reach, by model and scope", targets.targetSets, {
      query: targets.targetsQuery,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "targets",
    } as const),
    put: {
      method: "PUT",
      path: "/organizations/{id}/targets",
      summary: "Writes all targets of a model and scope",
      status: 200,
      body: targets.targetsForm,
      answer: targets.targetSet,
      refusals: { ...NO_ORGANIZATION, ...MOVED, ...INVALID },
      changes: ["targets"],
      extension: "targets",
    },
  },

  actions: {
    list: get("/organizations/{id}/actions", "What was agreed, a page of it", actions.actionList, {
      query: actions.actionsQuery,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "actions",
    } as const),
    add: {
      method: "POST",
      path: "/organizations/{id}/actions",
      summary: "Adds an action",
      status: 201,
      body: actions.actionForm,
      answer: actions.action,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "actions",
    },
    get: get("/organizations/{id}/actions/{actionId}", "An action, with its remarks and changes", actions.actionWithRemarks, {
      refusals: NO_ACTION,
      extension: "actions",
    } as const),
    put: {
      method: "PUT",
      path: "/organizations/{id}/actions/{actionId}",
      summary: "Changes it, except the assessment that it comes from",
      status: 200,
      body: actions.actionForm,
      answer: actions.action,
      refusals: { ...NO_ACTION, ...MOVED, ...INVALID },
      changes: ["action"],
      extension: "actions",
    },
    remove: {
      method: "POST",
      path: "/organizations/{id}/actions/{actionId}/remove",
      summary: "Removes it, with its remarks",
      status: 204,
      refusals: { ...NO_ACTION, ...MOVED },
      changes: ["action"],
      extension: "actions",
    },
    remark: {
      method: "POST",
      path: "/organizations/{id}/actions/{actionId}/remarks",
      summary: "Adds a remark to it",
      status: 201,
      body: actions.actionRemark,
      answer: created,
      refusals: { ...NO_ACTION, ...INVALID },
      extension: "actions",
    },
    nextTime: get("/assessments/{id}/actions", "What was agreed after assessments of its model and scope", actions.actionsNextTime, {
      query: actions.actionsNextTimeQuery,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "actions",
    } as const),
    due: get("/actions/due", "What is overdue in the organizations of the team, and what is due soon", actions.dueActions, {
      extension: "actions",
    } as const),
  },

  evidence: {
    list: get("/assessments/{id}/evidence", "The evidence, all of it or for one thread", evidence.evidenceList, {
      query: evidence.evidenceQuery,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "evidence",
    } as const),
    add: {
      method: "POST",
      path: "/assessments/{id}/evidence",
      summary: "Adds an entry of evidence",
      status: 201,
      body: evidence.evidenceForm,
      answer: evidence.evidenceEntry,
      refusals: WRITE,
      extension: "evidence",
    },
    put: {
      method: "PUT",
      path: "/assessments/{id}/evidence/{evidenceId}",
      summary: "Changes an entry of evidence, or puts a removed one back",
      status: 200,
      body: evidence.evidenceForm,
      answer: evidence.evidenceEntry,
      refusals: VERSIONED_WRITE,
      changes: ["evidence"],
      extension: "evidence",
    },
    remove: {
      method: "POST",
      path: "/assessments/{id}/evidence/{evidenceId}/remove",
      summary: "Removes an entry of evidence",
      status: 204,
      refusals: VERSIONED_WRITE,
      changes: ["evidence"],
      extension: "evidence",
    },
  },

  editions: {
    make: {
      method: "POST",
      path: "/assessments/{id}/editions",
      summary: "Makes a corrected edition of a completed assessment, with everything that it holds",
      status: 201,
      body: assessments.editionForm,
      answer: created,
      refusals: { ...NO_ASSESSMENT, 409: "An edition is being made already", ...INVALID },
      extension: "editions",
    },
  },

  /** What the client's own people say: the side of whoever assesses. */
  voices: {
    list: get("/assessments/{id}/voices", "Who is asked, and how far they are", voices.voiceList, {
      query: voices.voicesQuery,
      permission: "assessor",
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "voices",
    } as const),
    ask: {
      method: "POST",
      path: "/assessments/{id}/voices",
      summary: "Asks several people, and says of each what became of it",
      status: 200,
      body: voices.voicesForm,
      answer: voices.voicesAsked,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "voices",
    },
    settings: {
      method: "PUT",
      path: "/assessments/{id}/voice-settings",
      summary: "The roles, and whether results show how views differ; what is left out stays",
      status: 200,
      body: voices.voiceSettingsForm,
      answer: voices.voiceSettings,
      refusals: { ...NO_ASSESSMENT, ...MOVED, ...INVALID },
      changes: ["voices"],
      extension: "voices",
    },
    put: {
      method: "PUT",
      path: "/assessments/{id}/voices/{voiceId}",
      summary: "Changes who is asked, and about what; a later day opens a closed sheet again",
      status: 200,
      body: voices.voiceForm,
      answer: voices.voice,
      secret: true,
      refusals: { ...NO_VOICE, ...MOVED, ...INVALID },
      changes: ["voice"],
      extension: "voices",
    },
    takeBack: {
      method: "POST",
      path: "/assessments/{id}/voices/{voiceId}/take-back",
      summary: "Takes a sheet back: its link ends, and its answers no longer count",
      status: 200,
      answer: voices.voice,
      secret: true,
      refusals: { ...NO_VOICE, ...MOVED, ...INVALID },
      changes: ["voice"],
      extension: "voices",
    },
    remind: {
      method: "POST",
      path: "/assessments/{id}/voices/{voiceId}/reminder",
      summary: "Mails the one reminder of a voice",
      status: 204,
      refusals: { ...NO_VOICE, ...INVALID },
      extension: "voices",
    },
    link: {
      method: "POST",
      path: "/assessments/{id}/voices/{voiceId}/link",
      summary: "The token of a voice's link, to be copied; it may end those that were given before",
      status: 200,
      body: voices.voiceLinkForm,
      answer: voices.voiceLink,
      refusals: { ...NO_VOICE, ...INVALID },
      secret: true,
      extension: "voices",
    },
    links: {
      method: "POST",
      path: "/assessments/{id}/voices/links",
      summary: "The tokens of the links of several voices, to be copied",
      status: 200,
      body: voices.voiceLinksForm,
      answer: voices.voiceLinks,
      refusals: { ...NO_VOICE, ...INVALID },
      secret: true,
      extension: "voices",
    },
    close: {
      method: "POST",
      path: "/assessments/{id}/voices/{voiceId}/closing",
      summary: "Closes a sheet",
      status: 200,
      answer: voices.voice,
      secret: true,
      refusals: { ...NO_VOICE, ...MOVED, ...INVALID },
      changes: ["voice"],
      extension: "voices",
    },
    closeAll: {
      method: "POST",
      path: "/assessments/{id}/voices/closing",
      summary: "Closes all sheets that are open",
      status: 204,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "voices",
    },
    forget: {
      method: "DELETE",
      path: "/assessments/{id}/voices/names",
      summary: "Removes all names, addresses and messages; the answers stay, and the links end",
      status: 200,
      answer: voices.namesForgotten,
      refusals: NO_ASSESSMENT,
      extension: "voices",
    },
    answers: get("/assessments/{id}/voices/answers", "Who says what about each statement", voices.voiceAnswers, {
      query: voices.voiceAnswersQuery,
      permission: "assessor",
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "voices",
    } as const),
    views: get("/assessments/{id}/voices/views", "How many say what, as results may show it", voices.voiceViews, {
      refusals: NO_ASSESSMENT,
      extension: "voices",
    } as const),
  },

  /** Sheets that ask about some levels alone. */
  voiceLevels: {
    list: get(
      "/assessments/{id}/voices/levels",
      "The levels of what can be asked, and which voices are asked about some alone",
      voiceLevels.voiceLevels,
      {
        permission: "assessor",
        refusals: NO_ASSESSMENT,
        extension: "voice-levels",
      } as const,
    ),
    ask: {
      method: "POST",
      path: "/assessments/{id}/voices/levels",
      summary: "Asks several people about some levels, and says of each what became of it",
      status: 200,
      body: voiceLevels.voicesAtLevels,
      answer: voices.voicesAsked,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "voice-levels",
    },
    put: {
      method: "PUT",
      path: "/assessments/{id}/voices/{voiceId}/levels",
      summary: "Changes a voice as in `voices`, and about which levels it is asked",
      status: 200,
      body: voiceLevels.voiceAtLevels,
      answer: voices.voice,
      secret: true,
      refusals: { ...NO_VOICE, ...MOVED, ...INVALID },
      changes: ["voice"],
      extension: "voice-levels",
    },
  },

  /** A check of facts by those who have answered. */
  secondRound: {
    get: get(
      "/assessments/{id}/voices/second-round",
      "Who checks facts after answering, and who can be asked to",
      secondRound.secondRound,
      {
        permission: "assessor",
        refusals: NO_ASSESSMENT,
        extension: "second-round",
      } as const,
    ),
    ask: {
      method: "POST",
      path: "/assessments/{id}/voices/second-round",
      summary: "Ends the first round of voices that have answered, and asks them to check facts by the same link",
      status: 200,
      body: secondRound.secondRoundForm,
      answer: secondRound.secondRoundAsked,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "second-round",
    },
  },

  /** The side of the voice, who has no account. */
  voice: {
    enter: {
      method: "POST",
      path: "/auth/voice",
      summary: "Exchanges the token of a link for a bearer token of its sheet; it uses nothing up",
      status: 200,
      body: voices.voiceEntry,
      answer: voices.voiceEntered,
      refusals: { 401: "The link is unknown, renewed or taken back", ...INVALID },
      authentication: "none",
      extension: "voices",
    },
    sheet: get("/voice", "The caller's sheet", voices.voiceSheet, { authentication: "voice", extension: "voices" } as const),
    page: get("/voice/pages/{place}", "A page of it, as it was filled in", voices.voicePage, {
      ids: "text",
      refusals: { ...NO_PAGE, ...SHEET_CLOSED },
      authentication: "voice",
      extension: "voices",
    } as const),
    putPage: {
      method: "PUT",
      path: "/voice/pages/{place}",
      ids: "text",
      summary: "Stores what the page is filled in with; statements that are left out stay",
      status: 200,
      body: voices.voicePageForm,
      answer: voices.voicePage,
      refusals: { ...NO_PAGE, ...SHEET_CLOSED, ...MOVED, ...INVALID },
      authentication: "voice",
      changes: ["voicePage"],
      extension: "voices",
    },
    done: {
      method: "POST",
      path: "/voice/done",
      summary: "Says that the sheet is filled in; it can still be changed until it is closed",
      status: 200,
      answer: voices.voiceSheet,
      refusals: SHEET_CLOSED,
      authentication: "voice",
      extension: "voices",
    },
    noMoreMail: {
      method: "POST",
      path: "/voice/no-more-mail",
      summary: "No sheet is mailed to the voice's address any more",
      status: 204,
      authentication: "voice",
      extension: "voices",
    },
    round: get("/voice/round", "Whether the sheet takes checks of facts alone, and which pages are checked", secondRound.voiceRound, {
      authentication: "voice",
      extension: "second-round",
    } as const),
    mails: get("/voice/mails", "Whether sheets are mailed to the voice's address", voices.voiceMails, {
      authentication: "voice",
      extension: "mails-again",
    } as const),
    mailsAgain: {
      method: "POST",
      path: "/voice/mails-again",
      summary: "Takes back by the same link that no sheet is mailed to the voice's address",
      status: 204,
      refusals: { 409: "Another link said so, or this one before it was renewed" },
      authentication: "voice",
      extension: "mails-again",
    },
    sender: get("/voice/sender", "The team that asks, as it calls itself", voices.voiceSender, {
      authentication: "voice",
      extension: "voice-sender",
    } as const),
    logo: get("/voice/logo", "Its logo", style.logo, {
      refusals: { 404: "The team has no logo" },
      authentication: "voice",
      extension: "voice-sender",
    } as const),
  },

  wording: {
    list: get("/assessments/{id}/wording", "What the assessors wrote into the report for a client", wording.wordingTexts, {
      refusals: NO_ASSESSMENT,
      extension: "wording",
    } as const),
    put: {
      method: "PUT",
      path: "/assessments/{id}/wording",
      summary: "Writes one text of the report; the assessment may be completed, but not archived",
      status: 200,
      body: wording.wordingForm,
      answer: wording.wordingText,
      refusals: { ...NO_ASSESSMENT, ...MOVED, 422: "The assessment is archived, or the input breaks a rule" },
      changes: ["wording"],
      extension: "wording",
    },
  },

  /** The texts of a report with what they rest on. */
  wordingBasis: {
    list: get("/assessments/{id}/wording-basis", "The texts of a report, each with the facts on which it rests", wordingBasis.basedTexts, {
      refusals: NO_ASSESSMENT,
      extension: "wording-basis",
    } as const),
    put: {
      method: "PUT",
      path: "/assessments/{id}/wording-basis",
      summary: "Writes one text of the report with the facts on which it rests; the assessment may be completed, but not archived",
      status: 200,
      body: wordingBasis.basedTextForm,
      answer: wordingBasis.basedText,
      refusals: { ...NO_ASSESSMENT, ...MOVED, 422: "The assessment is archived, or the input breaks a rule" },
      changes: ["wording"],
      extension: "wording-basis",
    },
  },

  /** Which notes of the assessors a report for a client may have. */
  reportNotes: {
    list: get("/assessments/{id}/report-notes", "Which notes a report for a client may have", reportNotes.reportNotes, {
      refusals: NO_ASSESSMENT,
      extension: "report-notes",
    } as const),
    put: {
      method: "PUT",
      path: "/assessments/{id}/report-notes",
      summary: "Stores the whole list; the assessment may be completed, but not archived",
      status: 200,
      body: reportNotes.reportNotesForm,
      answer: reportNotes.reportNotes,
      refusals: { ...NO_ASSESSMENT, ...MOVED, 422: "The assessment is archived, or the input breaks a rule" },
      changes: ["wording"],
      extension: "report-notes",
    },
  },

  /** The versions of its report that were issued. */
  reportVersions: {
    list: get("/assessments/{id}/report-versions", "The versions of its report that were issued", reportVersions.reportVersions, {
      refusals: NO_ASSESSMENT,
      extension: "report-versions",
    } as const),
    issue: {
      method: "POST",
      path: "/assessments/{id}/report-versions",
      summary: "Issues a version of its report; the assessment may be completed, but not archived",
      status: 201,
      body: reportVersions.issueForm,
      answer: reportVersions.reportVersions,
      refusals: {
        ...NO_ASSESSMENT,
        422: "The assessment is archived, has this number or as many versions as one may have, or the input breaks a rule",
      },
      extension: "report-versions",
    },
  },

  /** What colleagues write and decide before a report is delivered. Nobody needs the lock for it. */
  peerReview: {
    points: get("/assessments/{id}/review-points", "What colleagues wrote about it, a page of it", peerReview.reviewPoints, {
      query: peerReview.reviewPointsQuery,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "peer-review",
    } as const),
    counts: get("/assessments/{id}/review-points/counts", "How many review points there are, and where", peerReview.reviewPointCounts, {
      refusals: NO_ASSESSMENT,
      extension: "peer-review",
    } as const),
    add: {
      method: "POST",
      path: "/assessments/{id}/review-points",
      summary: "Adds a review point",
      status: 201,
      body: peerReview.reviewPointForm,
      answer: created,
      permission: "viewer",
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "peer-review",
    },
    reply: {
      method: "POST",
      path: "/assessments/{id}/review-points/{pointId}/replies",
      summary: "Replies to a review point, which opens it again",
      status: 201,
      body: peerReview.reviewTextForm,
      answer: created,
      permission: "viewer",
      refusals: { ...NO_POINT, ...INVALID },
      extension: "peer-review",
    },
    correct: {
      method: "PUT",
      path: "/assessments/{id}/review-points/{pointId}",
      summary: "Corrects the text of one's own open review point, as long as nobody has replied",
      status: 204,
      body: peerReview.reviewTextForm,
      permission: "viewer",
      refusals: { ...NO_POINT, ...MOVED, ...INVALID },
      changes: ["point"],
      extension: "peer-review",
    },
    settle: {
      method: "POST",
      path: "/assessments/{id}/review-points/{pointId}/settle",
      summary: "Settles a review point",
      status: 204,
      permission: "viewer",
      refusals: { ...NO_POINT, ...MOVED, ...INVALID },
      changes: ["point"],
      extension: "peer-review",
    },
    remove: {
      method: "POST",
      path: "/assessments/{id}/review-points/{pointId}/remove",
      summary: "Removes a review point with its replies: one's own, or as a lead",
      status: 204,
      permission: "viewer",
      refusals: { ...NO_POINT, ...MOVED, ...INVALID },
      changes: ["point"],
      extension: "peer-review",
    },
    get: get("/assessments/{id}/peer-review", "Who is asked to review it, and who has approved what", peerReview.peerReview, {
      refusals: NO_ASSESSMENT,
      extension: "peer-review",
    } as const),
    ask: {
      method: "POST",
      path: "/assessments/{id}/peer-review/requests",
      summary: "Asks colleagues to review it",
      status: 204,
      body: peerReview.reviewRequestForm,
      refusals: { ...NO_ASSESSMENT, ...MOVED, ...INVALID },
      changes: ["review"],
      extension: "peer-review",
    },
    withdraw: {
      method: "POST",
      path: "/assessments/{id}/peer-review/requests/{requestId}/withdraw",
      summary: "Takes a request back: one's own, or as a lead",
      status: 204,
      refusals: { 404: "There is no such assessment, or it has no such request", ...MOVED, ...INVALID },
      changes: ["review"],
      extension: "peer-review",
    },
    fourEyes: get("/assessments/{id}/peer-review/four-eyes", "What the rule of four eyes says of it now", peerReview.fourEyes, {
      refusals: NO_ASSESSMENT,
      extension: "peer-review",
    } as const),
    decide: {
      method: "POST",
      path: "/assessments/{id}/peer-review/decisions",
      summary: "Approves what the caller has seen, or sends it back",
      status: 204,
      body: peerReview.reviewDecisionForm,
      permission: "viewer",
      refusals: { ...NO_ASSESSMENT, 412: "The content has changed since the caller has seen it", ...INVALID },
      changes: ["review"],
      extension: "peer-review",
    },
    withdrawApproval: {
      method: "POST",
      path: "/assessments/{id}/peer-review/approval/withdraw",
      summary: "Withdraws the caller's own approval",
      status: 204,
      permission: "viewer",
      refusals: { ...NO_ASSESSMENT, ...MOVED, ...INVALID },
      changes: ["review"],
      extension: "peer-review",
    },
    look: {
      method: "POST",
      path: "/assessments/{id}/peer-review/look",
      summary: "Notes that the caller has looked at it, so that its news no longer wait for them",
      status: 204,
      body: peerReview.reviewLookForm,
      permission: "viewer",
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "peer-review",
    },
  },

  /** What colleagues answer apart from the verdict. Nobody needs the lock for it, except to use it. */
  ratings: {
    list: get("/assessments/{id}/ratings", "Who is asked for a second rating, and how far each is", ratings.ratings, {
      permission: "assessor",
      refusals: NO_ASSESSMENT,
      extension: "ratings",
    } as const),
    ask: {
      method: "POST",
      path: "/assessments/{id}/ratings",
      summary: "Asks a colleague for a second rating; its id is its number",
      status: 201,
      body: ratings.ratingForm,
      answer: created,
      refusals: { ...NO_ASSESSMENT, ...INVALID },
      extension: "ratings",
    },
    get: get(
      "/assessments/{id}/ratings/{number}",
      "The caller's own rating, with what its screens need of the assessment",
      ratings.ratingSheet,
      {
        permission: "assessor",
        refusals: NO_RATING,
        extension: "ratings",
      } as const,
    ),
    begin: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/begin",
      summary: "Begins the caller's own rating; a second opinion closes the assessment to its rater",
      status: 204,
      body: ratings.ratingBeginForm,
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    },
    decline: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/decline",
      summary: "Declines to rate",
      status: 204,
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    },
    done: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/done",
      summary: "Says that a group is done; after the last group the rating is over",
      status: 204,
      body: ratings.ratingDoneForm,
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    },
    giveBack: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/give-back",
      summary: "Gives the rating back before all of it is done",
      status: 204,
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    },
    withdraw: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/withdraw",
      summary: "Takes a request back: one's own, or as a lead",
      status: 204,
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    },
    progress: get("/assessments/{id}/ratings/{number}/progress", "How far the caller's own rating is answered", ratings.ratingProgress, {
      permission: "assessor",
      refusals: NO_RATING,
      extension: "ratings",
    } as const),
    overview: get("/assessments/{id}/ratings/{number}/overview", "Its questions, answers and notes", ratings.ratingOverview, {
      query: ratings.ratingOverviewQuery,
      permission: "assessor",
      refusals: { ...NO_RATING, ...INVALID },
      extension: "ratings",
    } as const),
    answer: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/answers",
      summary: "Stores all answers of a thread or practice, or that of a component, in the caller's own rating",
      status: 200,
      body: ratings.ratingAnswersForm,
      answer: ratings.ratingAnswered,
      refusals: { ...NO_RATING, ...MOVED, ...INVALID },
      changes: ["answers"],
      extension: "ratings",
    },
    note: {
      method: "PUT",
      path: "/assessments/{id}/ratings/{number}/notes",
      summary: "Writes a note in it",
      status: 200,
      body: ratings.ratingNoteForm,
      answer: p3m3.note,
      refusals: { ...NO_RATING, ...MOVED, ...INVALID },
      changes: ["note"],
      extension: "ratings",
    },
    differences: get(
      "/assessments/{id}/rating-differences",
      "Each rating next to the verdict, and how far they agree",
      ratings.ratingDifferences,
      {
        query: ratings.differencesQuery,
        refusals: { ...NO_ASSESSMENT, ...INVALID },
        extension: "ratings",
      } as const,
    ),
    use: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/use",
      summary: "Makes what a rating says of one place the verdict",
      status: 200,
      body: ratings.ratingUseForm,
      answer: ratings.ratingUsed,
      refusals: { ...VERSIONED_WRITE, ...NO_RATING },
      changes: ["answers"],
      extension: "ratings",
    },
    useGroup: {
      method: "POST",
      path: "/assessments/{id}/ratings/{number}/use-group",
      summary: "Makes what somebody in charge says the verdict, at the places of a group that have none",
      status: 200,
      body: ratings.ratingUseGroupForm,
      answer: ratings.ratingUsed,
      refusals: { ...WRITE, ...NO_RATING },
      extension: "ratings",
    },
    depart: {
      method: "PUT",
      path: "/assessments/{id}/rating-departures",
      summary: "Says why the verdict departs from the ratings of a place",
      status: 200,
      body: ratings.departureForm,
      answer: ratings.departure,
      refusals: VERSIONED_WRITE,
      changes: ["departure"],
      extension: "ratings",
    },
  },

  /** Jobs for one client. */
  engagements: {
    list: get("/engagements", "The engagements of the caller's team, 50 at a time", engagements.engagements, {
      query: engagements.engagementsQuery,
      refusals: INVALID,
      extension: "engagements",
    } as const),
    create: {
      method: "POST",
      path: "/organizations/{id}/engagements",
      summary: "Creates an engagement",
      status: 201,
      body: engagements.engagementForm,
      answer: created,
      refusals: { ...NO_ORGANIZATION, ...INVALID },
      extension: "engagements",
    },
    get: get("/engagements/{id}", "An engagement with all that its overview shows", engagements.engagement, {
      refusals: NO_ENGAGEMENT,
      extension: "engagements",
    } as const),
    put: {
      method: "PUT",
      path: "/engagements/{id}",
      summary: "Changes its texts, days, units and people",
      status: 204,
      body: engagements.engagementForm,
      refusals: { ...NO_ENGAGEMENT, ...MOVED, ...INVALID },
      changes: ["engagement"],
      extension: "engagements",
    },
    state: {
      method: "PUT",
      path: "/engagements/{id}/state",
      summary: "Says how far it is; a closed one is opened again so",
      status: 204,
      body: engagements.engagementStateForm,
      refusals: { ...NO_ENGAGEMENT, ...MOVED, ...INVALID },
      changes: ["engagement"],
      extension: "engagements",
    },
    remove: {
      method: "POST",
      path: "/engagements/{id}/remove",
      summary: "Deletes it with its plan; its assessments stay",
      status: 204,
      refusals: { ...NO_ENGAGEMENT, ...MOVED, ...INVALID },
      changes: ["engagement"],
      extension: "engagements",
    },
    member: {
      method: "PUT",
      path: "/engagements/{id}/members/{memberId}",
      summary: "Adds an assessment, or changes what is said of it there",
      status: 204,
      body: engagements.engagementMemberForm,
      refusals: { ...NO_MEMBER, ...MOVED, ...INVALID },
      changes: ["member"],
      extension: "engagements",
    },
    removeMember: {
      method: "POST",
      path: "/engagements/{id}/members/{memberId}/remove",
      summary: "Takes an assessment out; the assessment stays",
      status: 204,
      refusals: { ...NO_MEMBER, ...MOVED, ...INVALID },
      changes: ["member"],
      extension: "engagements",
    },
    texts: get("/engagements/{id}/texts", "What the assessors wrote into its report", engagements.engagementTexts, {
      refusals: NO_REPORT,
      extension: "engagements",
    } as const),
    text: {
      method: "PUT",
      path: "/engagements/{id}/texts",
      summary: "Writes one text of its report",
      status: 204,
      body: engagements.engagementTextForm,
      refusals: { ...NO_REPORT, ...MOVED, ...INVALID },
      changes: ["engagementText"],
      extension: "engagements",
    },
    plan: get("/engagements/{id}/plan", "The rows of its plan, by day", engagements.plan, {
      refusals: NO_ENGAGEMENT,
      extension: "engagements",
    } as const),
    addRows: {
      method: "POST",
      path: "/engagements/{id}/plan",
      summary: "Adds rows to the plan: all of them, or none",
      status: 204,
      body: engagements.planRowsForm,
      refusals: { ...NO_ENGAGEMENT, ...INVALID },
      extension: "engagements",
    },
    row: {
      method: "PUT",
      path: "/engagements/{id}/plan/{rowId}",
      summary: "Changes a row of the plan",
      status: 204,
      body: engagements.planRowForm,
      refusals: { ...NO_PLAN_ROW, ...MOVED, ...INVALID },
      changes: ["planRow"],
      extension: "engagements",
    },
    removeRow: {
      method: "POST",
      path: "/engagements/{id}/plan/{rowId}/remove",
      summary: "Removes a row of the plan",
      status: 204,
      refusals: { ...NO_PLAN_ROW, ...MOVED, ...INVALID },
      changes: ["planRow"],
      extension: "engagements",
    },
  },

  /** The rules that a team has given itself. */
  teamRules: {
    get: get("/team/rules", "The rules of the caller's team", peerReview.teamRules, {
      permission: "lead",
      extension: "team-rules",
    } as const),
    put: {
      method: "PUT",
      path: "/team/rules",
      summary: "Changes them",
      status: 200,
      body: peerReview.teamRulesForm,
      answer: peerReview.teamRules,
      permission: "lead",
      refusals: { ...MOVED, ...INVALID },
      changes: ["teamRules"],
      extension: "team-rules",
    },
  },

  /** What a team is called where outsiders read it. */
  teamName: {
    get: get("/team/name", "What the caller's team is called where outsiders read it", team.teamName, {
      permission: "lead",
      extension: "team-name",
    } as const),
    put: {
      method: "PUT",
      path: "/team/name",
      summary: "Names the team, or takes its name away",
      status: 200,
      body: team.teamNameForm,
      answer: team.teamName,
      permission: "lead",
      refusals: { ...MOVED, ...INVALID },
      changes: ["teamName"],
      extension: "team-name",
    },
  },

  /** What the reports of a team begin with. */
  reportDefaults: {
    get: get("/team/report-defaults", "What the reports of the caller's team begin with", reportDefaults.reportDefaults, {
      permission: "lead",
      extension: "report-defaults",
    } as const),
    put: {
      method: "PUT",
      path: "/team/report-defaults",
      summary: "Changes them",
      status: 200,
      body: reportDefaults.reportDefaultsForm,
      answer: reportDefaults.reportDefaults,
      permission: "lead",
      refusals: { ...MOVED, ...INVALID },
      changes: ["reportDefaults"],
      extension: "report-defaults",
    },
  },

  style: {
    get: get("/team/style", "The house style of the caller's team", style.style, { extension: "style" } as const),
    put: {
      method: "PUT",
      path: "/team/style",
      summary: "Stores its texts and colour",
      status: 200,
      body: style.styleForm,
      answer: style.style,
      refusals: { ...MOVED, ...INVALID },
      changes: ["style"],
      extension: "style",
    },
    logo: {
      get: get("/team/style/logo", "The logo of the caller's team", style.logo, {
        refusals: { 404: "The team has no logo" },
        extension: "style",
      } as const),
      put: {
        method: "PUT",
        path: "/team/style/logo",
        summary: "Stores a logo, or takes it away",
        status: 200,
        body: style.logoForm,
        answer: style.style,
        refusals: INVALID,
        changes: ["style"],
        extension: "style",
      },
    },
  },

  outbox: {
    list: get("/outbox", "Requests for certification and validation, the newest first, 50 at a time", outbox.outbox, {
      query: outbox.outboxQuery,
      refusals: INVALID,
      extension: "outbox",
    } as const),
    channels: get("/outbox/channels", "How requests are sent; without any channel they wait for one", outbox.outboxChannels, {
      extension: "outbox",
    } as const),
  },

  locks: {
    get: get("/assessments/{id}/lock", "The edit lock while anybody holds it", assessments.lock, {
      reads: assessments.lock.partial().catch({}),
      refusals: { 404: "There is no such assessment, or nobody holds its lock" },
    }),
    take: act("/assessments/{id}/lock", "Takes or renews the edit lock", { ...NO_ASSESSMENT, 409: "Somebody else holds the edit lock" }),
    release: {
      method: "DELETE",
      path: "/assessments/{id}/lock",
      summary: "Gives the edit lock back",
      status: 204,
      permission: "viewer",
      refusals: NO_ASSESSMENT,
    },
    releaseByBeacon: {
      method: "POST",
      path: "/assessments/{id}/lock/delete",
      summary: "The same from a page that is being left; the token in the body authenticates",
      status: 204,
      body: assessments.lockRelease,
      authentication: "none",
    },
  },

  handover: {
    get: get("/assessments/{id}/lock/wish", "Who holds the edit lock, and who wishes to take over", assessments.handover, {
      refusals: NO_ASSESSMENT,
      extension: "handover",
    } as const),
    ask: {
      method: "POST",
      path: "/assessments/{id}/lock/wish",
      summary: "Asks the holder for the edit lock, or renews the wish",
      status: 200,
      body: assessments.lockWish,
      answer: assessments.handover,
      refusals: { ...NO_ASSESSMENT, 409: "Somebody else has asked already", ...INVALID },
      extension: "handover",
    },
    withdraw: {
      method: "DELETE",
      path: "/assessments/{id}/lock/wish",
      summary: "Takes the wish back",
      status: 204,
      refusals: NO_ASSESSMENT,
      extension: "handover",
    },
    answer: {
      method: "POST",
      path: "/assessments/{id}/lock/handover",
      summary: "Hands the edit lock over to whoever has asked, or keeps it",
      status: 200,
      body: assessments.wishAnswer,
      answer: assessments.handover,
      refusals: { ...NO_ASSESSMENT, 409: "The caller does not hold the edit lock", ...INVALID },
      extension: "handover",
    },
  },

  p3m3: {
    perspectives: get("/P3M3/perspectives", "The perspectives of P3M3", p3m3.catalogueList),
    threads: get("/P3M3/threads", "The threads of P3M3", p3m3.catalogueList),
    questions: get("/P3M3/assessments/{id}/questions", "The five statements of a thread, with answers", p3m3.p3m3Questions, {
      query: z.object({ p: queryId, t: queryId }),
      refusals: { ...NOT_IN_SCOPE, ...INVALID },
    }),
    answer: {
      method: "POST",
      path: "/P3M3/assessments/{id}/answer",
      summary: "Stores all five answers of a thread",
      status: 200,
      body: p3m3.p3m3Answers,
      answer: p3m3.p3m3AnswerResult,
      refusals: VERSIONED_WRITE,
      changes: ["answers"],
    },
    mark: {
      method: "PUT",
      path: "/p3m3/assessments/{id}/diagnostics/{questionId}",
      summary: "Marks a diagnostic, or takes the mark back",
      status: 200,
      body: p3m3.diagnosticMark,
      refusals: VERSIONED_WRITE,
      changes: ["marks"],
    },
    descope: {
      ...act("/assessments/{id}/{perspectiveId}/{threadId}/descope", "Leaves a thread out, and clears its answers", WRITE),
      body: answering.descoping,
    },
    rescope: act("/assessments/{id}/{perspectiveId}/{threadId}/rescope", "Takes a thread in again", WRITE),
    reason: {
      method: "PUT",
      path: "/assessments/{id}/{perspectiveId}/{threadId}/reason",
      summary: "Says why a thread is descoped",
      status: 200,
      body: answering.reason,
      answer: answering.storedReason,
      refusals: VERSIONED_WRITE,
      changes: ["reason"],
      extension: "reasons",
    },
    flag: {
      method: "PUT",
      path: "/assessments/{id}/{perspectiveId}/{threadId}/flag",
      summary: "Flags a thread for later, or takes the flag off",
      status: 200,
      body: answering.flag,
      answer: answering.storedFlag,
      refusals: VERSIONED_WRITE,
      changes: ["flag"],
      extension: "flags",
    },
    notes: {
      get: get("/P3M3/notes/{assessmentId}/{perspectiveId}/{threadId}", "The note of a thread", p3m3.note, { refusals: NOT_IN_SCOPE }),
      put: {
        method: "POST",
        path: "/P3M3/notes",
        summary: "Writes the note of a thread",
        status: 200,
        body: p3m3.p3m3NoteForm,
        refusals: VERSIONED_WRITE,
        changes: ["note"],
      },
    },
    results: get("/P3M3/assessments/{id}/results", "The results of a completed assessment", p3m3.p3m3Results, { refusals: NO_RESULT }),
    draft: get("/P3M3/assessments/{id}/draft", "The results of an assessment in progress", p3m3.p3m3Draft, {
      refusals: NO_DRAFT,
      extension: "drafts",
    } as const),
    benchmark: get("/P3M3/benchmarks", "Scores of comparable organizations", p3m3.benchmark, {
      query: z.object({
        perspectiveIds: queryIds,
        countryId: queryId.optional(),
        industryId: queryId.optional(),
        sizeId: queryId.optional(),
        assessmentId: queryId.optional(),
      }),
      refusals: { ...NO_ASSESSMENT, ...INVALID },
    }),
  },

  itil: {
    capabilities: get("/ITIL/capabilities", "The practices of ITIL", itil.itilCapabilities),
    maturities: get("/ITIL/maturities", "The maturity components of ITIL", p3m3.catalogueList),
    questions: {
      capability: get(
        "/itil/assessments/{id}/questions/capability",
        "The criteria of a practice, with answers",
        itil.itilCapabilityQuestions,
        { query: z.object({ capabilityId: queryId }), refusals: { ...NOT_IN_SCOPE, ...INVALID } },
      ),
      maturity: get("/itil/assessments/{id}/questions/maturity", "The maturity components, with answers", itil.itilMaturityQuestions, {
        refusals: NO_ASSESSMENT,
      }),
    },
    answer: {
      capability: {
        method: "POST",
        path: "/ITIL/assessments/{id}/answer/capability",
        summary: "Stores all answers of a practice",
        status: 200,
        body: itil.itilCapabilityAnswers,
        answer: itil.itilCapabilityAnswerResult,
        refusals: VERSIONED_WRITE,
        changes: ["answers"],
      },
      maturity: {
        method: "POST",
        path: "/ITIL/assessments/{id}/answer/maturity",
        summary: "Stores the answer to a maturity component",
        status: 200,
        body: itil.itilMaturityAnswerForm,
        answer: itil.itilMaturityAnswerResult,
        refusals: VERSIONED_WRITE,
        changes: ["answers"],
      },
    },
    flag: {
      method: "PUT",
      path: "/itil/assessments/{id}/capability/{capabilityId}/flag",
      summary: "Flags a practice for later, or takes the flag off",
      status: 200,
      body: answering.flag,
      answer: answering.storedFlag,
      refusals: VERSIONED_WRITE,
      changes: ["flag"],
      extension: "flags",
    },
    notes: {
      capability: {
        get: get("/ITIL/notes/{assessmentId}/capability/{capabilityId}", "The note of a practice", p3m3.note, { refusals: NOT_IN_SCOPE }),
        put: {
          method: "POST",
          path: "/ITIL/notes/capability",
          summary: "Writes the note of a practice",
          status: 200,
          body: itil.itilCapabilityNoteForm,
          refusals: VERSIONED_WRITE,
          changes: ["note"],
        },
      },
      maturity: {
        get: get("/ITIL/notes/{assessmentId}/maturity/{maturityId}", "The note of a maturity component", p3m3.note, {
          refusals: NOT_IN_SCOPE,
        }),
        put: {
          method: "POST",
          path: "/ITIL/notes/maturity",
          summary: "Writes the note of a maturity component",
          status: 200,
          body: itil.itilMaturityNoteForm,
          refusals: VERSIONED_WRITE,
          changes: ["note"],
        },
      },
    },
    results: get("/ITIL/assessments/{id}/results", "The results of a completed assessment", itil.itilResults, { refusals: NO_RESULT }),
    draft: get("/ITIL/assessments/{id}/draft", "The results of an assessment in progress", itil.itilDraft, {
      refusals: NO_DRAFT,
      extension: "drafts",
    } as const),
  },

  reference: {
    countries: get("/countries", "Countries", refList),
    industries: get("/industries", "Industries", refList),
    sizes: get("/sizes", "Sizes of organizations", refList),
  },

  demo: {
    users: get("/demo/users", "Who can sign in to the demo", demo.demoUsers, { authentication: "none", extension: "demo" }),
    enter: {
      method: "POST",
      path: "/demo/entry",
      summary: "An entry token for somebody of the demo",
      status: 200,
      body: demo.demoEntryRequest,
      answer: demo.demoEntry,
      refusals: { 404: "There is no such demo user" },
      authentication: "none",
      extension: "demo",
    },
    mails: {
      list: get("/demo/mails", "The mails of the demo, the newest first", demo.demoMails, { authentication: "none", extension: "demo" }),
      get: get("/demo/mails/{id}", "A mail of the demo", demo.demoMail, {
        query: demo.demoMailQuery,
        refusals: { 404: "There is no such mail, or what it is about is over" },
        authentication: "none",
        extension: "demo",
      }),
    },
  },
} as const satisfies Table;

/** The calls as a list. */
export const CONTRACT_CALLS = callsOf(CONTRACT);

type ExtensionIn<T> = T extends Call
  ? T extends { extension: infer Name }
    ? Name
    : never
  : { [K in keyof T]: ExtensionIn<T[K]> }[keyof T];

/** The name of an extension that has calls (docs/upstream-contract.md#extensions). */
export type Extension = ExtensionIn<typeof CONTRACT>;

/** All extensions, without the demo's. `versions` and `person-key` have no call of their own: they add to others. */
export const EXTENSIONS: readonly string[] = [
  "versions",
  "person-key",
  ...new Set(CONTRACT_CALLS.flatMap(({ call: { extension = "demo" } }) => (extension === "demo" ? [] : extension))),
];

/**
 * Outside the contract: whether an upstream can serve. The client calls it when somebody checks the client itself. Any answer below 500
 * counts as ready.
 */
export const READY_PATH = "/ready";

/** Outside the contract: the operator's figures of the reference API. The client asks for them only where that runs in its own process. */
export const METRICS_PATH = "/metrics";
