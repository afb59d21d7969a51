/** The devices that somebody is signed in on, and signing them out (extension `logout` of the upstream). */
import { data, redirect } from "@remix-run/node";
import { hasExtension } from "~/services/upstream/extensions.server";
import { UpstreamError } from "~/services/upstream/upstream.server";
import type { AppContext } from "~/sessions.server";
import { paths } from "~/views/paths";
import type { Device } from "~/views/session";

const UNKNOWN = "Unknown device";

/** @throws 404 where the upstream keeps no list of sessions */
export async function requireDevices(): Promise<void> {
  if (!(await hasExtension("logout"))) throw data(null, { status: 404 });
}

/** The devices, this one first. */
export async function listDevices(context: AppContext): Promise<Device[]> {
  const sessions = await context.api.session.sessions.list();
  return sessions
    .map(({ id, device, since, lastSeen, current }) => ({
      id,
      name: device || UNKNOWN,
      since,
      lastSeen: lastSeen ?? null,
      isThisOne: current,
    }))
    .sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

/**
 * Signs one device out, or every one, and leads to the page that says so.
 * @throws 400 where the form asks for neither
 */
export async function signDevicesOut(context: AppContext, form: FormData): Promise<never> {
  const intent = form.get("intent");
  if (intent === "everywhere") return signOutEverywhere(context);
  const id = form.get("session");
  if (intent !== "one" || typeof id !== "string" || id === "") throw data(null, { status: 400 });
  const name = String(form.get("name") || UNKNOWN).slice(0, 200);
  try {
    await context.api.session.sessions.end({ id });
    context.setFlash({ kind: "success", title: `${name} was signed out.` });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.sessionIsOver) throw error;
    // It has ended by itself meanwhile: what was wanted.
    if (error.status === 404) context.setFlash({ kind: "success", title: `${name} is signed out.` });
    else context.setFlash({ kind: "error", title: "Something went wrong, please try again", text: `${name} is still signed in.` });
  }
  throw redirect(paths.sessions());
}

async function signOutEverywhere(context: AppContext): Promise<never> {
  try {
    await context.api.session.sessions.endAll();
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.sessionIsOver) throw error;
    context.setFlash({
      kind: "error",
      title: "Something went wrong, please try again",
      text: "Nothing was changed: you are still signed in.",
    });
    throw redirect(paths.sessions());
  }
  await context.end("left");
  throw redirect(paths.signedOut());
}
