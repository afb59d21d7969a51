import { DescopeConfirmation, DescopeFailure } from "~/components/answering/extras/DescopeConfirmation";
import { DescopeChoice, ReasonBox, RescopeForm } from "~/components/answering/extras/Descoping";
import type { ItemOnScreen, ItemParts } from "~/components/answering/gates/face";
import { postChange } from "~/components/answering/useAnswering";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { useDraft } from "~/components/saving/useDraft";
import { Callout } from "~/components/shell/Callout";
import { NO_REASON } from "~/views/answering/p3m3";

const NOTHING = { hidden: true, refusal: undefined, asksReason: false, elsewhere: [], reason: undefined };

/**
 * Descoping a thread on its own screen, and bringing it back, with the reason (docs/rules/descoping.md). A hook.
 * @param save saves what was typed and not sent yet, and gives whether all of it is saved
 */
export function useDescoping(
  { page, item, editing, result, confirm }: ItemOnScreen<"ladder">,
  save: () => Promise<boolean>,
): Required<Pick<ItemParts, "parts" | "dialogs" | "notice" | "above" | "tools">> {
  const { descoped, descoping = NOTHING } = item.extras;
  const { editable, writable, screen, posted, shared } = editing;
  const { here } = item.links;
  const { reason } = descoping;
  const draft = useDraft({
    screen: { ...screen, writable },
    part: "reason",
    stored: reason,
    posted: posted("reason"),
    early: () => takePreHydrationText("reason"),
    isTyped: true,
    send: (target, reasonBase, sending) => postChange(item.links.save, "reason", { reasonBase, reason: target, ...shared(sending) }),
  });
  const saveAll = async () => (await Promise.all([save(), draft.flush()])).every(Boolean);
  const thread = { ...descoping, readOnly: page.readOnly, pageId: page.pageId, perspective: item.group.name, here };
  const again = result?.intent === "descope" && (result.typed.reason || result.everywhere) && editable ? result : undefined;
  const hasFailed = !again && (result?.intent === "descope" || result?.intent === "rescope");
  return {
    parts: [{ part: "reason", draft, compare: () => ({ what: "Reason", none: NO_REASON, lines: 3, writable: true }) }],
    dialogs: (
      <>
        {(confirm === "descope" || again) && editable && !thread.hidden && !thread.refusal ? (
          <DescopeConfirmation thread={thread} save={saveAll} result={again} />
        ) : null}
        {hasFailed ? <DescopeFailure result={result} here={here} /> : null}
      </>
    ),
    notice: descoped ? (
      <Callout kind="info" title="This thread is descoped">
        <div className="stack-tight">
          <p>It has no answers and does not count towards any score. Its note is kept.</p>
          {page.readOnly === undefined && !thread.hidden ? <RescopeForm thread={thread} save={saveAll} result={result} /> : null}
        </div>
      </Callout>
    ) : null,
    above: reason === undefined ? null : <ReasonBox thread={{ ...thread, reason }} draft={draft} base={result?.typed.reason?.base} />,
    tools: thread.hidden ? null : <DescopeChoice {...thread} />,
  };
}
