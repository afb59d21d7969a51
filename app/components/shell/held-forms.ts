import { useNavigation as useRouterNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";

type Navigation = ReturnType<typeof useRouterNavigation>;

/** A form that brought no answer of the application. */
export interface UnansweredForm {
  /** The form is on its screen, as the user sent it; false of one that script sent in the background. */
  isHeld: boolean;
  /** Of what answered in place of the application; undefined if nothing did. */
  status: number | undefined;
  /** Where the form was sent from. */
  isInDialog: boolean;
}

const IDLE: Navigation = {
  state: "idle",
  location: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
};

/** No data, as Remix reads it. */
const NOTHING = '[{"_1":-5},"data"]\n';

const listeners = new Set<() => void>();
let unanswered: UnansweredForm | undefined;

function show(form: UnansweredForm | undefined): void {
  unanswered = form;
  for (const listener of listeners) listener();
}

/** Takes back the message about a form that script sent in the background. A form on its screen keeps its message until Remix ends the sending. */
export const forgetUnanswered = (): void => {
  if (unanswered && !unanswered.isHeld) show(undefined);
};

/**
 * Keeps the screen of every form that script sends and that brings no answer (docs/rules/errors-and-retries.md#a-form-without-an-answer).
 * Remix would show its error page in place of the screen, and what was typed would be lost. So Remix gets no answer at all. It waits until
 * the user sends the form again or goes elsewhere, which ends the first sending.
 */
export function holdFailedForms(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (init?.method !== "POST" || !/\.data(\?|$)/.test(String(input))) return fetch(input, init);
    const isInDialog = document.querySelector(":modal") !== null;
    let status: number | undefined;
    forgetUnanswered();
    try {
      const answer = await fetch(input, init);
      // A connection may break in the midst of an answer. A proxy's page is none.
      if (answer.headers.get("Content-Type")?.startsWith("text/x-script")) return new Response(await answer.blob(), answer);
      status = answer.status;
    } catch (fault) {
      if (init.signal?.aborted) throw fault;
    }
    const isHeld = unanswered === undefined && window.__remixRouter.state.navigation.state === "submitting";
    const form = { isHeld, status, isInDialog };
    if (!unanswered) show(form);
    if (!isHeld) return new Response(NOTHING, { status: 503 });
    return new Promise((_, reject) => {
      init.signal?.addEventListener("abort", ({ target }) => {
        if (unanswered === form) show(undefined);
        reject((target as AbortSignal).reason);
      });
    });
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The form that has brought no answer, until it is sent again or its screen is left. */
export const useUnanswered = (): UnansweredForm | undefined =>
  useSyncExternalStore(
    subscribe,
    () => unanswered,
    () => undefined,
  );

/** What is on its way, as the router's hook of this name says. It leaves out a form that waits. */
export function useNavigation(): Navigation {
  const navigation = useRouterNavigation();
  return useUnanswered()?.isHeld ? IDLE : navigation;
}
