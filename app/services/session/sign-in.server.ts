/** Signing in by an entry token, as a remix-auth strategy. */
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { CONTRACT } from "#model/contract/calls.ts";
import { AddressLimit } from "~/services/http/address-limit.server";
import { log } from "~/services/http/log.server";
import { deviceOf } from "~/services/session/device.server";
import { type SignedIn, signedInFrom } from "~/services/session/signed-in.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";

interface EntryOptions {
  token: string;
  device: string | undefined;
  requestId: string;
}

/**
 * Exchanges the token in the address for a session, then asks for a refresh token at once (docs/rules/sign-in-and-session.md#entry-link).
 */
class EntryTokenStrategy extends Strategy<SignedIn, EntryOptions> {
  override name = "entry-token";

  override async authenticate(request: Request): Promise<SignedIn> {
    const token = decodeURIComponent(
      new URL(request.url).pathname
        .split("/")
        .at(-1)
        ?.replace(/\.data$/, "") ?? "",
    );
    const device = (await hasExtension("logout")) ? deviceOf(request.headers.get("User-Agent")) : undefined;
    return this.verify({ token, device, requestId: request.headers.get("X-Request-Id") ?? "" });
  }
}

const authenticator = new Authenticator<SignedIn>();

authenticator.use(
  new EntryTokenStrategy(async ({ token, device, requestId }) => {
    const call = await upstream();
    const body = device === undefined ? { token } : { token, device };
    const exchanged = await call(CONTRACT.session.enter, { body }, { requestId });
    try {
      const { token, roles, redirectURI, endsAt } = exchanged.data;
      const refresh = await call(CONTRACT.session.refresh, {}, { token, cookies: exchanged.cookies, requestId });
      // What the refresh leaves open stays as it was.
      const session = {
        ...refresh.data,
        roles: refresh.data.roles ?? roles,
        redirectURI: refresh.data.redirectURI ?? redirectURI,
        endsAt: refresh.data.endsAt ?? endsAt,
      };
      return signedInFrom(session, { ...exchanged.cookies, ...refresh.cookies });
    } catch (error) {
      log("warn", "refresh after sign-in failed", { requestId, status: error instanceof UpstreamFault ? error.status : String(error) });
      return signedInFrom(exchanged.data, exchanged.cookies);
    }
  }),
);

/** Counts entry links that did not work. Links that work do not count, because a whole office may share one address. */
const failures = new AddressLimit({ points: 20, windowSeconds: 15 * 60 });

/** Whether an address has to wait after too many links that did not work (docs/rules/sign-in-and-session.md#sign-in-attempts). */
export function mustWaitToSignIn(address: string): Promise<boolean> {
  return failures.isReached(address);
}

/** Signs in with an entry token. @returns undefined when the token is not accepted, or the upstream fails; the reason is logged */
export async function signInByEntryToken(
  request: Request,
  token: string,
  { requestId, address }: { requestId: string; address: string },
): Promise<SignedIn | undefined> {
  if (token === "") return undefined;
  try {
    const headers = { "X-Request-Id": requestId, "User-Agent": request.headers.get("User-Agent") ?? "" };
    return await authenticator.authenticate("entry-token", new Request(request.url, { headers }));
  } catch (error) {
    // A fault of the upstream does not count as a failed attempt.
    if (!(error instanceof UpstreamFault) || (typeof error.status === "number" && error.status < 500)) await failures.count(address);
    log("warn", "sign-in refused", { requestId, reason: error instanceof UpstreamFault ? error.status : String(error) });
    return undefined;
  }
}
