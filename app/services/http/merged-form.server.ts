/** A form that somebody fills in while a colleague changes what it is about. Nothing is stored before its user has seen the change. */
import { z } from "zod";
import { carriedIn } from "~/services/http/form-schema.server";
import { fieldJson } from "~/views/form-labels";

/** What each field holds, as a browser posts it: a text, "" for none, or the values that are chosen, in one order. */
export type FormValues<Field extends string> = Record<Field, string | string[]>;

/** What the fields hold on one side. */
interface Side<Field extends string> {
  held: FormValues<Field>;
  /** How people read it; "" for nothing. */
  inWords: (field: Field) => string;
}

export interface MergedForm {
  /** Nothing is different now but what the form wants too. */
  isSame: boolean;
  /** What happened, for people: a line for each field that is different now. */
  messages: string[];
  /** The form as it is to be shown: what was typed is kept, everything else is as it is stored now. */
  form: FormData;
  /** What that form is made from. */
  base: string;
}

interface Merge<Field extends string> {
  /** What the form is about, with its verb: "this action was". */
  what: string;
  labels: Readonly<Record<Field, string>>;
  /** The form as it was posted. One that does not say what it was made from may be of any age. */
  posted: FormData;
  now: Side<Field>;
  mine: Side<Field>;
  /** Whether a form of unknown age keeps what it holds; it does, unless said otherwise. */
  isKeptUnknown?: (field: Field) => boolean;
  /** Lines in place of the usual ones, for fields that need no line where what was typed is kept. */
  lines?: Partial<Record<Field, string>>;
  /** How people read a field that holds nothing; "empty" unless said otherwise. */
  empty?: string;
  /** What else has changed. */
  more?: string[];
}

/** The hidden field in which a form carries what it was made from. */
const BASE = "base";

/** What a form carries about what it was made from, as text. */
export const baseFrom = <Field extends string>(held: FormValues<Field>): string => fieldJson(held);

/** What a form was made from; undefined where it does not say so. */
export function baseIn<Field extends string>(form: FormData, fields: readonly Field[]): FormValues<Field> | undefined {
  return carriedIn(form, BASE, z.record(z.enum(fields), z.union([z.string(), z.array(z.string())]))) as FormValues<Field> | undefined;
}

const isSame = (one: string | string[] | undefined, other: string | string[]) => JSON.stringify(one) === JSON.stringify(other);

/** Puts what was typed together with what is stored. */
export function mergeForm<Field extends string>(merge: Merge<Field>): MergedForm {
  const { what, labels, posted, now, mine, isKeptUnknown = () => true, lines, empty = "empty", more = [] } = merge;
  const fields = Object.keys(labels) as Field[];
  const base = baseIn(posted, fields);
  const isKept = (field: Field) => (base ? !isSame(base[field], mine.held[field]) : isKeptUnknown(field));
  const moved = fields.filter((field) => !isSame(base?.[field], now.held[field]) && !isSame(mine.held[field], now.held[field]));
  const form = new FormData();
  for (const field of fields) for (const value of [(isKept(field) ? mine : now).held[field]].flat()) form.append(field, value);
  form.set(BASE, baseFrom(now.held));
  const linesOf = (field: Field) => {
    const own = lines?.[field];
    if (own !== undefined) return isKept(field) ? [] : [own];
    const [stored, typed] = [now.inWords(field), mine.inWords(field)];
    const kept = typed ? ` What you entered is kept below: ${typed}.` : ` Below it stays ${empty}, as you left it.`;
    return [`${labels[field]} is now ${stored || empty}.${isKept(field) ? kept : ""}`];
  };
  return {
    isSame: moved.length === 0,
    messages: [
      `Nothing was saved yet: ${what} changed after you opened this page.`,
      ...moved.flatMap(linesOf),
      ...more,
      "Look through the form below, then save again.",
    ],
    form,
    base: baseFrom(now.held),
  };
}
