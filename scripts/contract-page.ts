/**
 * The calls and shapes of the contract as Markdown, made from `model/contract/`. A page asks for them between comments:
 * `<!-- calls: organizations -->` or `<!-- calls: extension bulk -->` for a table of calls, `<!-- shapes: Ref Organization -->` for shapes,
 * each closed by `<!-- end -->`.
 */
import { z } from "zod";
import * as answering from "#model/contract/answering.ts";
import * as assessments from "#model/contract/assessments.ts";
import * as bulk from "#model/contract/bulk.ts";
import type { Call } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import * as common from "#model/contract/common.ts";
import * as demo from "#model/contract/demo.ts";
import * as evidence from "#model/contract/evidence.ts";
import * as history from "#model/contract/history.ts";
import * as itil from "#model/contract/itil.ts";
import * as organizations from "#model/contract/organizations.ts";
import * as outbox from "#model/contract/outbox.ts";
import * as overview from "#model/contract/overview.ts";
import * as p3m3 from "#model/contract/p3m3.ts";
import * as session from "#model/contract/session.ts";
import * as wording from "#model/contract/wording.ts";

const MODULES = [
  answering,
  assessments,
  bulk,
  common,
  demo,
  evidence,
  history,
  itil,
  organizations,
  outbox,
  overview,
  p3m3,
  session,
  wording,
];
const WIDTH = 140;

/** A schema as JSON, as far as it is written here. */
interface Json {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  type?: string | string[];
  items?: Json;
  maxLength?: number;
  properties?: Record<string, Json>;
  required?: string[];
}

/** Every schema of the contract by the name of its type, such as `OrganizationForm`. */
const SCHEMAS = new Map(
  MODULES.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[`${name[0]?.toUpperCase()}${name.slice(1)}`, value] as const] : [],
    ),
  ),
);

const BLOCK = /<!-- (calls|shapes): ([^>]+?) -->\n[\s\S]*?<!-- end -->/g;
const isAsked = (asked: string, { name, call }: { name: string; call: Call }) =>
  asked.startsWith("extension ") ? call.extension === asked.slice("extension ".length) : !call.extension && name.startsWith(`${asked}.`);

/** The names of the calls that a page has no table for, or more than one. The demo's are for the demo alone. */
export function callsAmiss(page: string): string[] {
  const tables = [...page.matchAll(BLOCK)].filter(([, kind]) => kind === "calls").map(([, , asked = ""]) => asked);
  return CONTRACT_CALLS.filter((each) => each.call.extension !== "demo" && tables.filter((asked) => isAsked(asked, each)).length !== 1).map(
    ({ name }) => name,
  );
}

/**
 * A page with its blocks written anew.
 * @throws Error for a block that asks for a shape or calls that there are not
 */
export function writeContract(page: string): string {
  const shown = [...page.matchAll(BLOCK)].flatMap(([, kind, asked = ""]) => (kind === "shapes" ? asked.split(" ") : []));
  const typeOf = typesWith(shown);
  return page.replace(BLOCK, (_, kind: string, asked: string) => {
    const block = kind === "calls" ? table(asked, typeOf) : shapes(asked.split(" "), typeOf);
    return `<!-- ${kind}: ${asked} -->\n${block}\n<!-- end -->`;
  });
}

type TypeOf = (schema: z.ZodType, inFull?: boolean) => string;

/** A function that writes a schema as a type. Schemas of these names are named in it, and written in full only where that is asked for. */
function typesWith(names: readonly string[]): TypeOf {
  const nameOf = new Map<z.ZodType, string>();
  for (const name of names) {
    const schema = SCHEMAS.get(name);
    if (!schema) throw new Error(`The contract has no shape ${name}.`);
    nameOf.set(schema, name);
  }
  return (schema, inFull = false) => {
    const name = nameOf.get(schema);
    if (name && !inFull) return name;
    const registry = z.registry<{ id: string }>();
    for (const [each, id] of nameOf) registry.add(each, { id });
    if (!name) registry.add(schema, { id: "-" });
    const { schemas } = z.toJSONSchema(registry, { io: "input", unrepresentable: "any", uri: (id) => id });
    return typeIn(schemas[name ?? "-"] as Json);
  };
}

function typeIn(json: Json): string {
  if (json.$ref) return json.$ref;
  if (json.const !== undefined) return JSON.stringify(json.const);
  if (json.enum) return unionOf(json.enum.map((value) => JSON.stringify(value)));
  const either = json.anyOf ?? json.oneOf;
  if (either) return unionOf(either.map(typeIn));
  if (json.type === "array") {
    const item = typeIn(json.items ?? {});
    return /\||\.\./.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  }
  if (json.type === "object") {
    const fields = Object.entries(json.properties ?? {}).map(([name, value]) => {
      const type = typeIn(value);
      return `${name}${json.required?.includes(name) ? "" : "?"}${type === "number" ? "" : `: ${type}`}`;
    });
    return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
  }
  if (Array.isArray(json.type)) return unionOf(json.type);
  if (json.type === "string" && json.maxLength) return `string(${json.maxLength})`;
  return json.type === "integer" ? "number" : (json.type ?? "any");
}

/** One of several types. Numbers in a row are written as `1..5`. */
function unionOf(types: readonly string[]): string {
  const some = [...new Set(types)];
  const isRow = some.length > 2 && some.every((type, index) => Number(type) === Number(some[0]) + index);
  if (isRow) return `${some[0]}..${some.at(-1)}`;
  return some.join(some.some((type) => type.includes(" ")) ? " | " : "|");
}

function shapes(names: readonly string[], typeOf: TypeOf): string {
  return ["```ts", ...names.map((name) => wrapped(`${name} = ${typeOf(SCHEMAS.get(name) as z.ZodType, true)}`)), "```"].join("\n");
}

/** A line broken after commas, so that none is longer than the page is wide. */
function wrapped(line: string): string {
  const lines = [""];
  for (const piece of line.split(/(?<=[,{]) | (?=\|)/)) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = piece;
    else if (last.length + 1 + piece.length <= WIDTH) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(`  ${piece}`);
  }
  return lines.join("\n");
}

function table(asked: string, typeOf: TypeOf): string {
  const calls = CONTRACT_CALLS.filter((each) => isAsked(asked, each));
  if (calls.length === 0) throw new Error(`The contract has no calls ${asked}.`);
  const code = (type: string) => `\`${type.replaceAll("|", "\\|")}\``;
  const rows = calls.map(({ call }) => {
    const query = Object.keys(call.query?.shape ?? {}).join("&");
    const refusals = Object.keys(call.refusals ?? {}).map((status) => `; ${status}`);
    const answer = call.answer ? `${call.status} ${code(typeOf(call.answer))}` : call.status === 204 ? "204" : "2xx";
    const cells = [
      `\`${call.method} ${call.path}${query && `?${query}`}\``,
      call.summary,
      call.body ? code(typeOf(call.body)) : "",
      answer + refusals.join(""),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return ["", "| call | what it does | body | answer |", "|---|---|---|---|", ...rows, ""].join("\n");
}
