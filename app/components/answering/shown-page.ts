/**
 * Tells the server which page of this tab takes a lock (docs/rules/locks-and-saving.md#release-beacon). One request follows the other, because
 * an answer that comes too late would open a page again that is left already.
 */
import type { Id } from "#model/contract/common.ts";
import { assessmentInPath, paths } from "~/views/paths";

interface ShownPage {
  assessmentId: Id;
  pageId: string;
}

let shown: ShownPage | undefined;
/** What the server was told last. */
let told: ShownPage | undefined;
/** What a request that is on its way says was left. */
let left: ShownPage | undefined;
/** Assessments whose screens are on their way to this tab. */
const asked = new Set<string>();
/** Assessments whose screens the tab never showed. */
const dropped = new Set<string>();
let isTelling = false;

/** Notes the page that the tab shows now. @returns notes that it shows it no more */
export function showPage(page: ShownPage): () => void {
  window.addEventListener("pagehide", leaveTab);
  change(page);
  return () => {
    if (shown === page) change(undefined);
  };
}

/** Notes that the tab asks for a screen. If it is never shown, a lock that was taken for it is given back. */
export function askFor(path: string): void {
  const id = assessmentInPath(path);
  if (id !== undefined) asked.add(id);
}

/** Notes the screen that the tab shows while no other is on its way. */
export function settleAt(path: string): void {
  asked.delete(assessmentInPath(path) ?? "");
  for (const id of asked) dropped.add(id);
  asked.clear();
  queueMicrotask(tell);
}

/** Tells, as the tab is closed or loads another document, that its page is left. What is on its way then may not arrive any more. */
function leaveTab(): void {
  if (told === undefined) return;
  const { assessmentId } = told;
  const pages = [told, left].flatMap((page) => (page?.assessmentId === assessmentId ? [["page", page.pageId]] : []));
  navigator.sendBeacon(paths.lock(assessmentId, "release"), new URLSearchParams(pages));
}

function change(page: ShownPage | undefined): void {
  shown = page;
  // One page goes and the next comes at the same time, which is one change.
  queueMicrotask(tell);
}

async function tell(): Promise<void> {
  if (isTelling) return;
  isTelling = true;
  while (shown?.pageId !== told?.pageId) {
    [left, told] = [told, shown];
    const isSame = left?.assessmentId === told?.assessmentId;
    if (left && !isSame) await post(left, "release", {});
    if (told) await post(told, "open", left && isSame ? { left: left.pageId } : {});
    left = undefined;
  }
  for (const id of dropped) {
    dropped.delete(id);
    await send(id, "release", {});
  }
  isTelling = false;
  if (shown?.pageId !== told?.pageId) await tell();
}

const post = ({ assessmentId, pageId }: ShownPage, act: "open" | "release", further: Record<string, string>) =>
  send(assessmentId, act, { page: pageId, ...further });

/** A release is sent even if the tab is closed; what else is on its way is then taken back by {@link leaveTab}. */
async function send(assessmentId: Id, act: "open" | "release", form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form);
  await fetch(paths.lock(assessmentId, act), { method: "POST", body, keepalive: act === "release" }).catch(() => undefined);
}
