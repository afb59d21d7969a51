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
let reported: ShownPage | undefined;
/** What a request that is on its way says was left. */
let left: ShownPage | undefined;
/** Assessments whose screens are on their way to this tab. */
const requested = new Set<string>();
/** Assessments whose screens the tab never showed. */
const dropped = new Set<string>();
let isReporting = false;

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
  if (id !== undefined) requested.add(id);
}

/** Notes the screen that the tab shows while no other is on its way. */
export function settleAt(path: string): void {
  requested.delete(assessmentInPath(path) ?? "");
  for (const id of requested) dropped.add(id);
  requested.clear();
  queueMicrotask(reportPage);
}

/** Tells, as the tab is closed or loads another document, that its page is left. What is on its way then may not arrive any more. */
function leaveTab(): void {
  if (reported === undefined) return;
  const { assessmentId } = reported;
  const pages = [reported, left].flatMap((page) => (page?.assessmentId === assessmentId ? [["page", page.pageId]] : []));
  navigator.sendBeacon(paths.lock(assessmentId, "release"), new URLSearchParams(pages));
}

function change(page: ShownPage | undefined): void {
  shown = page;
  // One page goes and the next comes at the same time, which is one change.
  queueMicrotask(reportPage);
}

async function reportPage(): Promise<void> {
  if (isReporting) return;
  isReporting = true;
  while (shown?.pageId !== reported?.pageId) {
    [left, reported] = [reported, shown];
    const isSame = left?.assessmentId === reported?.assessmentId;
    if (left && !isSame) await post(left, "release", {});
    if (reported) await post(reported, "open", left && isSame ? { left: left.pageId } : {});
    left = undefined;
  }
  for (const id of dropped) {
    dropped.delete(id);
    await send(id, "release", {});
  }
  isReporting = false;
  if (shown?.pageId !== reported?.pageId) await reportPage();
}

const post = ({ assessmentId, pageId }: ShownPage, act: "open" | "release", further: Record<string, string>) =>
  send(assessmentId, act, { page: pageId, ...further });

/** A release is sent even if the tab is closed; what else is on its way is then taken back by {@link leaveTab}. */
async function send(assessmentId: Id, act: "open" | "release", form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form);
  await fetch(paths.lock(assessmentId, act), { method: "POST", body, keepalive: act === "release" }).catch(() => undefined);
}
