import { type DefaultValue, parse, type SubmissionResult, useForm } from "@conform-to/react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { type TextRule, textProblem } from "#model/text.ts";
import { isChanged } from "~/components/forms/isChanged";

type Rules = Readonly<Record<string, TextRule>>;
type Values = Readonly<Record<string, unknown>>;

/** How far a form is, for its buttons. */
export interface FormState {
  isChanged: boolean;
  /** The names of required fields that are empty, and of fields that cannot be saved as they are. */
  missing: string[];
  wrong: string[];
}

interface LiveFormOptions<Shape> {
  /** Begins the ids of its fields, where an address names one. */
  id?: string;
  /** One of several forms of a screen, which nobody has to fill in: a field that was left empty is not wrong until the form is sent. */
  isAside?: boolean;
  /** The rules that the browser can check. The server checks everything. */
  rules: Rules;
  /** The server's answer to the form, if it came back. */
  lastResult: SubmissionResult<string[]> | null;
  defaultValue: DefaultValue<Shape>;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * A form whose messages keep up with what is typed: a field is judged whenever it changes, from the moment it was left or a save was
 * refused (docs/rules/organizations.md#buttons). With script only; without it, and on every save, the server judges.
 * @returns Conform's form and fields; what the form element spreads; and how far the form is, undefined before hydration, when it counts
 * as ready
 */
export function useLiveForm<Shape extends Record<string, unknown>>({
  id,
  isAside,
  rules,
  lastResult,
  defaultValue,
}: LiveFormOptions<Shape>) {
  const [form, fields] = useForm<Shape, Shape, string[]>({
    ...(id === undefined ? {} : { id }),
    lastResult,
    defaultValue,
    onValidate: ({ formData }) =>
      parse(formData, {
        resolve: (values, intent) => (intent ? { error: messagesFor(rules, values, lastResult) } : { value: values as Shape }),
      }),
  });
  const element = useRef<HTMLFormElement>(null);
  const left = useRef(new Set<string>());
  const [state, setState] = useState<FormState>();
  const afterPress = useAfterPress();

  // biome-ignore lint/correctness/useExhaustiveDependencies: judged after hydration and when the form comes back, else on every change
  useEffect(() => {
    if (element.current) setState(stateOf(element.current, rules));
  }, [lastResult]);

  const showProblem = (name: string) => {
    if (element.current?.isConnected) form.validate({ name });
  };
  return {
    form,
    fields,
    state,
    live: {
      ref: element,
      onSubmit: form.onSubmit,
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const { name, value } = target as EventTarget as HTMLInputElement;
        if (!(name in rules) || (isAside && !lastResult && value === "")) return;
        left.current.add(name);
        afterPress(() => showProblem(name));
      },
      onChange({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        setState(stateOf(currentTarget, rules));
        const { name } = target as HTMLInputElement;
        if (name in rules && (lastResult || left.current.has(name))) showProblem(name);
      },
    },
  };
}

/** The messages by field. A null keeps the one that is there: what only the server knows stays until its field changes. */
function messagesFor(rules: Rules, values: Values, refused: SubmissionResult<string[]> | null): Record<string, string[] | null> {
  const sent = refused?.initialValue ?? {};
  const kept = Object.keys(refused?.error ?? {}).filter((name) => textOf(sent[name]) === textOf(values[name]));
  const problems = Object.entries(rules).flatMap(([name, rule]): [string, string[]][] => {
    const problem = textProblem(textOf(values[name]), rule);
    return problem === undefined ? [] : [[name, [problem]]];
  });
  return Object.fromEntries([...kept.map((name) => [name, null] as const), ...problems]);
}

function stateOf(form: HTMLFormElement, rules: Rules): FormState {
  const data = new FormData(form);
  const wrong = Object.keys(rules).filter((name) => textProblem(textOf(data.get(name)), rules[name] ?? {}) !== undefined);
  const isEmpty = (name: string) => textOf(data.get(name)).trim() === "";
  return { isChanged: isChanged(form), missing: wrong.filter(isEmpty), wrong: wrong.filter((name) => !isEmpty(name)) };
}

/**
 * Runs something now, or when the user has released the pointer. A message that appears between pressing and releasing would move the
 * button away from under the pointer.
 */
function useAfterPress() {
  const isDown = useRef(false);
  const waiting = useRef<() => void>();
  useEffect(() => {
    const down = () => {
      isDown.current = true;
    };
    const up = () => {
      isDown.current = false;
      const run = waiting.current;
      waiting.current = undefined;
      // The click comes after the pointer was lifted.
      if (run) setTimeout(run);
    };
    window.addEventListener("pointerdown", down, { capture: true });
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, up, { capture: true });
    return () => {
      window.removeEventListener("pointerdown", down, { capture: true });
      for (const end of ["pointerup", "pointercancel"]) window.removeEventListener(end, up, { capture: true });
    };
  }, []);
  return (run: () => void) => {
    if (isDown.current) waiting.current = run;
    else run();
  };
}
