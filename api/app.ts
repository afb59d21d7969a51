/** The reference API: the contract's calls on Hono. */
import { createSecretKey, type KeyObject, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { parametersIn } from "#model/contract/call.ts";
import { CONTRACT, CONTRACT_CALLS, EXTENSIONS } from "#model/contract/calls.ts";
import { withoutEndSlashes } from "#model/end-slashes.ts";
import { Afterwards } from "./afterwards.ts";
import { Bearers } from "./auth/bearer.ts";
import { MailedSecrets } from "./auth/mailed-secrets.ts";
import { VoiceBearers } from "./auth/voice-bearer.ts";
import type { ApiConfig } from "./config.ts";
import type { Catalogue } from "./content/catalogue.ts";
import { type Api, hasCall, serve } from "./handlers.ts";
import { type Log, logLine } from "./log.ts";
import { methodNotAllowed, notFound, Problem, problemOfStore } from "./problem.ts";
import { actionHandlers } from "./routes/actions.ts";
import { assessmentHandlers } from "./routes/assessments.ts";
import { sessionHandlers } from "./routes/auth.ts";
import { comparisonHandlers } from "./routes/comparison.ts";
import { demoHandlers } from "./routes/demo.ts";
import { descriptionRoutes } from "./routes/description.ts";
import { earlierScoresHandlers } from "./routes/earlier-scores.ts";
import { editionHandlers } from "./routes/editions.ts";
import { engagementHandlers } from "./routes/engagements.ts";
import { entryLinkRoutes } from "./routes/entry-links.ts";
import { evidenceHandlers } from "./routes/evidence.ts";
import { handoverHandlers } from "./routes/handover.ts";
import { type HealthState, healthRoutes } from "./routes/health.ts";
import { historyHandlers } from "./routes/history.ts";
import { inProgressHandlers } from "./routes/in-progress.ts";
import { itilHandlers } from "./routes/itil.ts";
import { joiningHandlers } from "./routes/joining.ts";
import { lockHandlers } from "./routes/locks.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { organizationHandlers } from "./routes/organizations.ts";
import { outboxHandlers } from "./routes/outbox.ts";
import { p3m3Handlers } from "./routes/p3m3.ts";
import { peerReviewHandlers, teamRulesHandlers } from "./routes/peer-review.ts";
import { invitationHandlers, ownHandlers, peopleHandlers } from "./routes/people.ts";
import { permissionHandlers } from "./routes/permissions.ts";
import { ratingHandlers } from "./routes/ratings.ts";
import { referenceHandlers } from "./routes/reference.ts";
import { reportDefaultsHandlers } from "./routes/report-defaults.ts";
import { reportNotesHandlers } from "./routes/report-notes.ts";
import { reportVersionsHandlers } from "./routes/report-versions.ts";
import { styleHandlers } from "./routes/style.ts";
import { targetHandlers } from "./routes/targets.ts";
import { teamHistoryHandlers } from "./routes/team-history.ts";
import { teamNameHandlers } from "./routes/team-name.ts";
import { secondRoundHandlers, voiceHandlers, voiceLevelsHandlers, voicesHandlers } from "./routes/voices.ts";
import { forYouHandlers, wallHandlers } from "./routes/walls.ts";
import { wordingBasisHandlers, wordingHandlers } from "./routes/wording.ts";
import { isDamage, isFull } from "./store/fault.ts";
import type { Store } from "./store/open.ts";

export interface ApiOptions {
  /** A migrated store. */
  store: Store;
  catalogue: Catalogue;
  /** With at least one secret that signs bearer tokens. */
  config: ApiConfig;
  /** Seals the history; by default made of the settings. */
  historyKey?: KeyObject;
  /** What is done after calls were answered. */
  afterwards?: Afterwards;
  /** The present moment; tests bring their own. */
  clock?: () => Date;
  log?: Log;
}

const BODY_MAX = 1024 * 1024;

/**
 * The path as the router sees it. Matching ignores case and a slash at the end (docs/upstream-contract.md#transport), so the path is in
 * lower case. Parameters come from the address itself, because their case matters.
 */
const pathOf = (request: Request) => withoutEndSlashes(new URL(request.url).pathname.toLowerCase()) || "/";

/** Builds the API; call it with `fetch(request)`. */
export function createApi({ store, catalogue, config, historyKey, afterwards, clock = () => new Date(), log = logLine }: ApiOptions): Api {
  const app: Api = new Hono({ getPath: pathOf });
  const surroundings = {
    store,
    catalogue,
    config,
    clock,
    bearers: new Bearers(config.tokenSecrets),
    mailed: new MailedSecrets(config.tokenSecrets),
    voiceBearers: new VoiceBearers(config.tokenSecrets),
    afterwards: afterwards ?? new Afterwards(log),
    historyKey: historyKey ?? createSecretKey(config.historyKey, "utf8"),
  };
  // This API offers all of them, mail where it is set, and the demo where it is switched on.
  const offered = EXTENSIONS.filter((name) => name !== "mail" || config.demo || config.mail !== undefined);
  const extensions = [...offered, ...(config.demo ? ["demo"] : [])];

  app.use(async (context, next) => {
    const given = context.req.header("X-Request-Id");
    const requestId = given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    context.set("requestId", requestId);
    await next();
    context.res.headers.set("X-Request-Id", requestId);
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.use(
    bodyLimit({
      maxSize: BODY_MAX,
      onError: () => {
        throw new Problem(413, "The body is larger than 1 MB.");
      },
    }),
  );

  const health: HealthState = { damage: false, full: false };
  healthRoutes(app, surroundings, health);
  metricsRoutes(app, surroundings);
  entryLinkRoutes(app, surroundings);
  descriptionRoutes(app, extensions);
  const { session, joining } = sessionHandlers(surroundings, offered);
  const handlers = {
    session,
    joining: { ...joining, ...joiningHandlers(surroundings) },
    permissions: permissionHandlers,
    people: peopleHandlers(surroundings),
    invitations: invitationHandlers(offered.includes("mail")),
    own: ownHandlers,
    organizations: organizationHandlers,
    walls: wallHandlers,
    forYou: forYouHandlers,
    inProgress: inProgressHandlers,
    assessments: assessmentHandlers,
    history: historyHandlers,
    teamHistory: teamHistoryHandlers,
    comparison: comparisonHandlers,
    earlierScores: earlierScoresHandlers,
    targets: targetHandlers,
    actions: actionHandlers,
    evidence: evidenceHandlers,
    editions: editionHandlers,
    voices: voicesHandlers(surroundings, offered.includes("mail")),
    voiceLevels: voiceLevelsHandlers(offered.includes("mail")),
    secondRound: secondRoundHandlers(offered.includes("mail")),
    voice: voiceHandlers(surroundings),
    wording: wordingHandlers,
    wordingBasis: wordingBasisHandlers,
    reportNotes: reportNotesHandlers,
    reportVersions: reportVersionsHandlers,
    reportDefaults: reportDefaultsHandlers,
    peerReview: peerReviewHandlers,
    teamRules: teamRulesHandlers,
    ratings: ratingHandlers,
    engagements: engagementHandlers,
    style: styleHandlers,
    teamName: teamNameHandlers,
    outbox: outboxHandlers(config),
    locks: lockHandlers(surroundings),
    handover: handoverHandlers,
    p3m3: p3m3Handlers,
    itil: itilHandlers,
    reference: referenceHandlers,
    demo: demoHandlers(surroundings),
  };
  serve(app, CONTRACT, handlers, surroundings, extensions);

  app.notFound(({ req }) => {
    const { pathname } = new URL(req.url);
    const methods = CONTRACT_CALLS.filter(({ call }) => hasCall(extensions, call) && parametersIn(call, pathname)).map(
      ({ call }) => call.method,
    );
    return (methods.length > 0 ? methodNotAllowed(methods) : notFound("There is no such call.")).toResponse();
  });
  app.onError((error, context) => {
    if (error instanceof Problem) return error.toResponse();
    // The client went away before its body had arrived: there is nobody to answer, and no fault of ours.
    if (error.message === "aborted") return new Problem(400, "The request ended before its body did.").toResponse();
    health.damage ||= isDamage(error);
    health.full ||= isFull(error);
    log({
      level: "error",
      message: error.message,
      stack: error.stack,
      requestId: context.get("requestId"),
      method: context.req.method,
      path: context.req.path,
    });
    return (problemOfStore(error) ?? new Problem(500, "Something went wrong.")).toResponse();
  });
  return app;
}
