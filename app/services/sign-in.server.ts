/** Signing in by an entry token, as a remix-auth strategy. */
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { refreshedSession, session } from "#model/contract/session.ts";
import { log } from "~/services/log.server";
import { SignInLimit } from "~/services/sign-in-limit.server";
import { UpstreamError, upstream } from "~/services/upstream.server";
import { type SignedIn, signedInFrom } from "~/sessions.server";

interface EntryOptions {
  token: string;
  requestId: string;
}

/** Exchanges the token in the address for a session, then asks for a refresh token at once (specification A2). */
class EntryTokenStrategy extends Strategy<SignedIn, EntryOptions> {
  override name = "entry-token";

  override async authenticate(request: Request): Promise<SignedIn> {
    const token = decodeURIComponent(
      new URL(request.url).pathname
        .split("/")
        .at(-1)
        ?.replace(/\.data$/, "") ?? "",
    );
    return this.verify({ token, requestId: request.headers.get("X-Request-Id") ?? "" });
  }
}

const authenticator = new Authenticator<SignedIn>();

authenticator.use(
  new EntryTokenStrategy(async ({ token, requestId }) => {
    const call = await upstream();
    const exchanged = await call({ method: "POST", path: "/auth", body: { token }, schema: session, requestId });
    try {
      const refresh = await call({
        method: "POST",
        path: "/auth/refresh",
        body: {},
        schema: refreshedSession,
        token: exchanged.data.token,
        cookies: exchanged.cookies,
        requestId,
      });
      return signedInFrom(
        { ...refresh.data, roles: refresh.data.roles ?? exchanged.data.roles },
        { ...exchanged.cookies, ...refresh.cookies },
      );
    } catch (error) {
      log("warn", "refresh after sign-in failed", { requestId, status: error instanceof UpstreamError ? error.status : String(error) });
      return signedInFrom(exchanged.data, exchanged.cookies);
    }
  }),
);

const limit = new SignInLimit();

/** True when so many links from this address did not work that it has to wait. */
export function mustWaitToSignIn(address: string): boolean {
  return limit.isReached(address);
}

/** The session that an entry token buys, or undefined when it buys none. */
export async function signInByEntryToken(
  request: Request,
  token: string,
  { requestId, address }: { requestId: string; address: string },
): Promise<SignedIn | undefined> {
  if (token === "") return undefined;
  try {
    return await authenticator.authenticate("entry-token", new Request(request.url, { headers: { "X-Request-Id": requestId } }));
  } catch (error) {
    // A fault of the upstream is nobody's guess.
    if (!(error instanceof UpstreamError) || (typeof error.status === "number" && error.status < 500)) limit.fail(address);
    log("warn", "sign-in refused", { requestId, reason: error instanceof UpstreamError ? error.status : String(error) });
    return undefined;
  }
}
