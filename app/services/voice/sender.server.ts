/** The team that asks a voice, as its sheet shows it (docs/rules/voices.md#the-sheet). */
import type { RequestContext } from "~/services/context.server";
import { NotFound } from "~/services/faults.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, isUpstreamFault } from "~/services/upstream/upstream.server";
import { fileResponse } from "~/services/workers/files.server";
import { sheetPaths } from "~/views/sheet-paths";
import type { SheetScreen } from "~/views/voice-sheet";

/** Name and logo of the team; without both where the upstream does not tell them, or fails. */
export async function readSender({ api }: RequestContext, sheet: string): Promise<Pick<SheetScreen, "team" | "logo">> {
  const sender = (await hasExtension("voice-sender")) ? await api.voice.sender().catch(ignoreFault) : undefined;
  return { team: sender?.team ?? undefined, logo: sender?.logo ? sheetPaths.logo(sheet, sender.logo) : undefined };
}

/** The picture of its logo. A browser asks for it each time, because it forgets the sheet by a button. @throws NotFound, UpstreamFault, SessionOver */
export async function logoResponse({ api }: RequestContext): Promise<Response> {
  await requireExtension("voice-sender");
  const { png } = await api.voice.logo().catch((error: unknown) => {
    throw isUpstreamFault(error) && error.status === 404 ? new NotFound() : error;
  });
  return fileResponse(Buffer.from(png, "base64"), { "Content-Type": "image/png", "Cache-Control": "private, no-store" });
}
