import { useNavigate, useSearchParams } from "@remix-run/react";
import { createContext, type RefObject, useState } from "react";
import { isFieldChanged } from "~/components/forms/isChanged";
import {
  type EvidenceAct,
  type EvidenceOutcome,
  type EvidenceResult,
  type EvidenceView,
  evidenceGo,
  FIELDS,
  NEW,
  OPEN_FIELD,
  REMOVED_FIELD,
} from "~/views/answering/evidence";

interface EvidenceOptions {
  view: EvidenceView | undefined;
  here: string;
  pageId: string | undefined;
  result: EvidenceResult | undefined;
  form: RefObject<HTMLFormElement>;
  onProgress(progress: unknown): void;
}

/** The answer to a change of evidence with script. */
interface EvidenceReply {
  outcome: EvidenceOutcome | { kind: "signed-out" };
  evidence?: EvidenceView;
  progress?: unknown;
}

type Trouble = Exclude<EvidenceOutcome, { kind: "saved" }>;

/** The evidence of a questions screen. Script sends each change at once, and the list on the screen follows. */
export function useEvidence({ view: loaded, here, pageId, result, form, onProgress }: EvidenceOptions) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [newer, setNewer] = useState<EvidenceView>();
  const [message, setMessage] = useState<string>();
  const [trouble, setTrouble] = useState<Trouble | undefined>(result?.outcome);
  const [isBusy, setBusy] = useState(false);
  const [removed, setRemoved] = useState(query.get(REMOVED_FIELD) ?? undefined);
  const [takesFocus, setTakesFocus] = useState(false);
  const view = newer ?? loaded;
  const entryId = result ? typedIn(result) : (query.get(OPEN_FIELD) ?? undefined);
  const [closed, setClosed] = useState<string>();
  const open = entryId !== undefined && entryId !== closed ? entryId : undefined;

  const goTo = (id: string | undefined) => {
    setTrouble(undefined);
    setClosed(id === undefined ? entryId : undefined);
    setTakesFocus(id !== undefined);
    const address = id === undefined ? here : `${here}?${new URLSearchParams({ [OPEN_FIELD]: id })}`;
    navigate(address, { replace: true, preventScrollReset: true });
  };

  const post = async (act: EvidenceAct, id: string): Promise<boolean> => {
    if (!view || isBusy) return false;
    setBusy(true);
    setMessage(undefined);
    const fields = new FormData(form.current ?? undefined);
    const body = new URLSearchParams({ go: evidenceGo(act, id), at: view.place, ...(pageId ? { page: pageId } : {}) });
    if (act === "save")
      for (const [name, value] of fields) if (name.startsWith("evidence-") && typeof value === "string") body.set(name, value);
    let saved: EvidenceReply;
    try {
      const response = await fetch(view.save, { method: "POST", body, headers: { Accept: "application/json" } });
      saved = await response.json();
    } catch {
      saved = { outcome: { kind: "failed", unknown: true } };
    }
    setBusy(false);
    const { outcome } = saved;
    // An entry that could not be saved stays as it is on the screen.
    if (saved.evidence && saved.outcome.kind === "saved") setNewer(saved.evidence);
    if (saved.progress) onProgress(saved.progress);
    if (outcome.kind === "signed-out") {
      setTrouble({
        kind: "refused",
        message: "You are signed out. Sign in again in another tab, then save once more: what you typed is still here.",
      });
      return false;
    }
    setTrouble(outcome.kind === "saved" ? undefined : outcome);
    return outcome.kind === "saved";
  };

  /** Posts, and tells what was done. @returns whether it was */
  const act = async (act: EvidenceAct, id: string, done: string): Promise<boolean> => {
    if (!(await post(act, id))) return false;
    setRemoved(act === "remove" ? id : undefined);
    setMessage(`The evidence is ${done}.`);
    return true;
  };

  return {
    view,
    open,
    message,
    trouble,
    isBusy,
    removed,
    takesFocus,
    /** What was typed into a form that came back. */
    typed: newer ? undefined : result?.typed,
    /** Whether a form is open with something typed that is not saved. */
    isUnsent: () => open !== undefined && isTyped(form.current),
    openForm: (id: string) => goTo(id),
    cancel: () => goTo(undefined),
    flush: () => post("save", ""),
    save: async () => {
      if (await act("save", "", "saved")) goTo(undefined);
    },
    remove: (id: string) => act("remove", id, "removed"),
    putBack: (id: string) => act("back", id, "back"),
    /** Takes an entry of the assessment before over. */
    take: (id: string) => act("take", id, "taken over"),
    /** Keeps the comment of a voice as evidence. */
    keepComment: (id: string) => act("voice", id, "added"),
  };
}

/** The entry whose form comes back; undefined where nothing was typed, and something else failed. */
const typedIn = ({ typed }: EvidenceResult) => (Object.keys(typed).length === 0 ? undefined : (typed[FIELDS.id] ?? NEW));

/** Whether any field of evidence differs from what it was rendered with. */
function isTyped(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) =>
      field.getAttribute("name")?.startsWith("evidence-") === true && field.getAttribute("type") !== "hidden" && isFieldChanged(field),
  );
}

export type Evidence = ReturnType<typeof useEvidence>;

/** The evidence of the screen, for what can become part of it; undefined where it cannot be changed. */
export const EvidenceContext = createContext<Evidence | undefined>(undefined);
