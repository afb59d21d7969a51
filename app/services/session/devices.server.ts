/** The devices that somebody is signed in on, and signing them out (docs/upstream-contract.md#logout). */

import type { RequestContext } from "~/services/context.server";
import { BadRequest, Redirect } from "~/services/faults.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import type { Device } from "~/views/session";

const UNKNOWN = "Unknown device";

/** What a device is called. */
export const nameOfDevice = (device: string | null | undefined): string => device || UNKNOWN;

/** The devices, this one first. @throws UpstreamFault */
export async function listDevices(api: UserApi): Promise<Device[]> {
  const sessions = await api.session.sessions.list();
  return sessions
    .map(({ id, device, since, lastSeen, current }) => ({
      id,
      name: nameOfDevice(device),
      since,
      lastSeen: lastSeen ?? null,
      isThisOne: current,
    }))
    .sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

/**
 * Signs out one device or all of them, and leaves a message about it.
 * @throws Redirect for the list of devices, or for the page shown after signing out everywhere; BadRequest, SessionOver
 */
export async function signDevicesOut(context: RequestContext, form: FormData): Promise<never> {
  const intent = form.get("intent");
  if (intent === "everywhere") return signOutEverywhere(context);
  const id = form.get("session");
  if (intent !== "one" || typeof id !== "string" || id === "") throw new BadRequest();
  const name = String(form.get("name") || UNKNOWN).slice(0, 200);
  try {
    await context.api.session.sessions.end({ id });
    context.flash.leave({ kind: "success", title: `${name} was signed out.` });
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    // 404: the session has already ended, which is what was wanted.
    if (error.status === 404) context.flash.leave({ kind: "success", title: `${name} is signed out.` });
    else context.flash.leave({ kind: "error", title: "Something went wrong, please try again", text: `${name} is still signed in.` });
  }
  throw new Redirect(paths.sessions());
}

async function signOutEverywhere({ api, session, flash }: RequestContext): Promise<never> {
  try {
    await api.session.sessions.endAll();
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    flash.leave({
      kind: "error",
      title: "Something went wrong, please try again",
      text: "Nothing was changed: you are still signed in.",
    });
    throw new Redirect(paths.sessions());
  }
  await session.end("left");
  throw new Redirect(morePaths.signedOut());
}
