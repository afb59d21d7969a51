/** The ways to sign in, as strategies of remix-auth (docs/decisions/0014-pinned-packages.md). */
import { AsyncLocalStorage } from "node:async_hooks";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Session } from "#model/contract/session.ts";
import { log } from "~/services/http/log.server";
import { deviceOf } from "~/services/session/device.server";
import { refreshed, type SessionData, sessionDataFrom } from "~/services/session/session-data.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { type Answer, reasonOf, type Upstream, upstream } from "~/services/upstream/upstream.server";

/** A session that has just begun, and what proves later that its person has signed in here before, if the upstream gives it. */
export interface Entered {
  session: SessionData;
  browserProof: string | undefined;
}

/** What proves who signs in, by way. */
interface Proofs {
  /** The token of an entry link (docs/rules/sign-in-and-session.md#entry-link). */
  "entry-link": { token: string };
  /** The token of a link that a lead has copied (docs/rules/people.md#copied-links). */
  "join-link": { token: string };
  /** What a mail holds, in the browser that asked for it (docs/rules/sign-in-by-mail.md). */
  mail: { browser: string } & ({ token: string } | { code: string });
}

/** A proof, and the browser in everyday words for an upstream that lists devices. */
type Attempt<Proof> = Proof & { device?: string };

/** A way whose proof the upstream exchanges for a session. A strategy is made once, and sees only a copy of the request: the proof comes beside it. */
class ProofStrategy<Proof extends object> extends Strategy<Entered, { attempt: Attempt<Proof>; requestId: string }> {
  private readonly given = new AsyncLocalStorage<{ proof: Proof; requestId: string }>();

  /** @param exchange makes the call that gives a session */
  constructor(
    override readonly name: string,
    exchange: (call: Upstream, attempt: Attempt<Proof>, requestId: string) => Promise<Answer<Session>>,
  ) {
    super(async ({ attempt, requestId }) => {
      const exchanged = await exchange(await upstream(), attempt, requestId);
      return {
        session: await withRefreshToken(exchanged, requestId),
        browserProof: exchanged.data.browserProof ?? undefined,
      };
    });
  }

  /** Runs `authenticate` with a proof. */
  withProof<T>(proof: Proof, requestId: string, authenticate: () => T): T {
    return this.given.run({ proof, requestId }, authenticate);
  }

  override async authenticate(request: Request): Promise<Entered> {
    const given = this.given.getStore();
    if (!given) throw new Error(`Nothing proves who signs in by ${this.name}.`);
    const device = (await hasExtension("logout")) ? deviceOf(request.headers.get("User-Agent")) : undefined;
    const attempt: Attempt<Proof> = device === undefined ? given.proof : { ...given.proof, device };
    return this.verify({ attempt, requestId: given.requestId });
  }
}

/** Asks for a refresh token at once. A failure is only logged. */
async function withRefreshToken(exchanged: Answer<Session>, requestId: string): Promise<SessionData> {
  try {
    const call = await upstream();
    const { token } = exchanged.data;
    const refresh = await call(CONTRACT.session.refresh, {}, { token, cookies: exchanged.cookies, requestId });
    return sessionDataFrom(refreshed(exchanged.data, refresh.data), { ...exchanged.cookies, ...refresh.cookies });
  } catch (error) {
    log("warn", "refresh after sign-in failed", { requestId, status: reasonOf(error) });
    return sessionDataFrom(exchanged.data, exchanged.cookies);
  }
}

const STRATEGIES: { [Way in keyof Proofs]: ProofStrategy<Proofs[Way]> } = {
  "entry-link": new ProofStrategy("entry-link", (call, body, requestId) => call(CONTRACT.session.enter, { body }, { requestId })),
  "join-link": new ProofStrategy("join-link", (call, body, requestId) => call(CONTRACT.joining.enter, { body }, { requestId })),
  mail: new ProofStrategy("mail", (call, body, requestId) => call(CONTRACT.session.mail.enter, { body }, { requestId })),
};

/** Made once. A way whose proof is in the request itself, such as OpenID Connect, is one more `use` of a strategy that gives `Entered`. */
const authenticator = new Authenticator<Entered>();
for (const strategy of Object.values(STRATEGIES)) authenticator.use(strategy);

/**
 * Signs in by a way, with its proof. The request tells which browser signs in.
 * @throws UpstreamFault where the upstream refuses the proof, or fails
 */
export function signInBy<Way extends keyof Proofs>(way: Way, request: Request, proof: Proofs[Way], requestId: string): Promise<Entered> {
  // The authenticator copies the request, and a form that was read cannot be copied.
  const bare = new Request(request.url, { headers: request.headers });
  return STRATEGIES[way].withProof(proof, requestId, () => authenticator.authenticate(way, bare));
}
