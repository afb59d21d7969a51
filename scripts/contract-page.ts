/**
 * The calls and shapes of the contract as Markdown, made from `model/contract/`. A page asks for them between comments:
 * `<!-- calls: organizations -->` or `<!-- calls: extension bulk -->` for a list of calls, `<!-- shapes: Ref Organization -->` for shapes,
 * each closed by `<!-- end -->`.
 */
import { z } from "zod";
import * as actions from "#model/contract/actions.ts";
import * as again from "#model/contract/again.ts";
import * as answering from "#model/contract/answering.ts";
import * as assessments from "#model/contract/assessments.ts";
import * as bulk from "#model/contract/bulk.ts";
import type { Call } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import * as common from "#model/contract/common.ts";
import * as comparison from "#model/contract/comparison.ts";
import * as demo from "#model/contract/demo.ts";
import * as earlierScores from "#model/contract/earlier-scores.ts";
import * as engagements from "#model/contract/engagements.ts";
import * as evidence from "#model/contract/evidence.ts";
import * as forYou from "#model/contract/for-you.ts";
import * as history from "#model/contract/history.ts";
import * as inProgress from "#model/contract/in-progress.ts";
import * as itil from "#model/contract/itil.ts";
import * as joining from "#model/contract/joining.ts";
import * as organizations from "#model/contract/organizations.ts";
import * as outbox from "#model/contract/outbox.ts";
import * as overview from "#model/contract/overview.ts";
import * as p3m3 from "#model/contract/p3m3.ts";
import * as peerReview from "#model/contract/peer-review.ts";
import * as people from "#model/contract/people.ts";
import * as permissions from "#model/contract/permissions.ts";
import * as ratings from "#model/contract/ratings.ts";
import * as reportDefaults from "#model/contract/report-defaults.ts";
import * as reportNotes from "#model/contract/report-notes.ts";
import * as reportVersions from "#model/contract/report-versions.ts";
import * as secondRound from "#model/contract/second-round.ts";
import * as session from "#model/contract/session.ts";
import * as style from "#model/contract/style.ts";
import * as targets from "#model/contract/targets.ts";
import * as teamHistory from "#model/contract/team-history.ts";
import * as teamName from "#model/contract/team-name.ts";
import * as voiceLevels from "#model/contract/voice-levels.ts";
import * as voices from "#model/contract/voices.ts";
import * as walls from "#model/contract/walls.ts";
import * as wording from "#model/contract/wording.ts";
import * as wordingBasis from "#model/contract/wording-basis.ts";

const MODULES = [
  actions,
  again,
  answering,
  assessments,
  bulk,
  common,
  comparison,
  demo,
  earlierScores,
  engagements,
  evidence,
  history,
  itil,
  joining,
  organizations,
  outbox,
  overview,
  p3m3,
  peerReview,
  people,
  permissions,
  ratings,
  reportNotes,
  reportDefaults,
  reportVersions,
  session,
  style,
  teamHistory,
  teamName,
  targets,
  secondRound,
  voiceLevels,
  voices,
  walls,
  forYou,
  inProgress,
  wording,
  wordingBasis,
];
const WIDTH = 140;
/** An object of fewer fields is not looked for in others: every second one has an id and a name. */
const LEAST_SHARED = 3;
/** How the ids of schemas begin that are written in full wherever they occur. */
const UNNAMED = "-";

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

/** A named object, with its fields as they are written. */
interface Base {
  name: string;
  fields: readonly string[];
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
const isAsked = (entry: string, { name, call }: { name: string; call: Call }) =>
  entry.startsWith("extension ") ? call.extension === entry.slice("extension ".length) : !call.extension && name.startsWith(`${entry}.`);

/** The names of the calls that a page does not list, or lists twice. The demo's are for the demo alone. */
export function callsAmiss(page: string): string[] {
  const lists = [...page.matchAll(BLOCK)].filter(([, kind]) => kind === "calls").map(([, , entry = ""]) => entry);
  return CONTRACT_CALLS.filter((each) => each.call.extension !== "demo" && lists.filter((entry) => isAsked(entry, each)).length !== 1).map(
    ({ name }) => name,
  );
}

/**
 * A page with its blocks written anew.
 * @throws Error for a block that asks for a shape or calls that there are not
 */
export function writeContract(page: string): string {
  const shown = [...page.matchAll(BLOCK)].flatMap(([, kind, names = ""]) => (kind === "shapes" ? names.split(" ") : []));
  const typeOf = typesWith(shown);
  return page.replace(BLOCK, (_, kind: string, names: string) => {
    const block = kind === "calls" ? list(names, typeOf) : shapes(names.split(" "), typeOf);
    return `<!-- ${kind}: ${names} -->\n${block}\n<!-- end -->`;
  });
}

type TypeOf = (schema: z.ZodType, inFull?: boolean) => string;

/**
 * A function that writes a schema as a type. It names schemas of these names, unless the caller wants one in full. An
 * object that has all fields of one of them is written as that one and the rest: `Note & { by: string }`.
 */
function typesWith(names: readonly string[]): TypeOf {
  const registry = z.registry<{ id: string }>();
  for (const name of names) {
    const schema = SCHEMAS.get(name);
    if (!schema) throw new Error(`The contract has no shape ${name}.`);
    registry.add(schema, { id: name });
  }
  const exchanged = CONTRACT_CALLS.flatMap(({ call }) => [call.body, call.answer]);
  for (const [index, schema] of exchanged.entries())
    if (schema && !registry.has(schema)) registry.add(schema, { id: `${UNNAMED}${index}` });
  const { schemas } = z.toJSONSchema(registry, { io: "input", unrepresentable: "any", uri: (id) => id });
  const jsons = schemas as Record<string, Json>;

  /** Fields of an object, each as its name and type. */
  const fieldsOf = ({ properties = {}, required = [] }: Json, bases: readonly Base[] = []) =>
    Object.entries(properties).map(([name, value]) => {
      const type = typeIn(value, bases);
      return `${name}${required.includes(name) ? "" : "?"}${type === "number" ? "" : `: ${type}`}`;
    });

  /** An object, and what it shares with the largest named object that it holds. A field that is optional there may be required here. */
  function objectIn(json: Json, bases: readonly Base[]): string {
    const plain = fieldsOf(json);
    const base = bases.find(({ fields }) => fields.every((field) => plain.includes(field) || plain.includes(field.replace("?", ""))));
    const rest = fieldsOf(json, bases).filter((_, index) => !base?.fields.includes(plain[index] ?? ""));
    const own = rest.length > 0 ? `{ ${rest.join(", ")} }` : "{}";
    if (!base) return own;
    return rest.length > 0 ? `${base.name} & ${own}` : base.name;
  }

  function typeIn(json: Json, bases: readonly Base[]): string {
    if (json.$ref) return json.$ref.startsWith(UNNAMED) ? typeIn(jsons[json.$ref] ?? {}, bases) : json.$ref;
    if (json.const !== undefined) return JSON.stringify(json.const);
    if (json.enum) return unionOf(json.enum.map((value) => JSON.stringify(value)));
    const either = json.anyOf ?? json.oneOf;
    if (either) return unionOf(either.map((each) => typeIn(each, bases)));
    if (json.type === "array") {
      const item = typeIn(json.items ?? {}, bases);
      const isOne = !/[|&]|\.\./.test(item) || (json.items?.type === "object" && item.startsWith("{"));
      return isOne ? `${item}[]` : `(${item})[]`;
    }
    if (json.type === "object") return objectIn(json, bases);
    if (Array.isArray(json.type)) return unionOf(json.type);
    if (json.type === "string" && json.maxLength) return `string(${json.maxLength})`;
    return json.type === "integer" ? "number" : (json.type ?? "any");
  }

  const bases = names
    .map((name) => ({ name, fields: fieldsOf(jsons[name] ?? {}) }))
    .filter(({ fields }) => fields.length >= LEAST_SHARED)
    .sort((one, other) => other.fields.length - one.fields.length);
  return (schema, inFull = false) => {
    const id = registry.get(schema)?.id ?? "";
    if (!inFull) return typeIn({ $ref: id }, bases);
    return typeIn(
      jsons[id] ?? {},
      bases.filter((base) => base.name !== id),
    );
  };
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
  for (const piece of line.split(/(?<=[,{&]) | (?=\|)/)) {
    const last = lines.at(-1) ?? "";
    if (last === "") lines[lines.length - 1] = piece;
    else if (last.length + 1 + piece.length <= WIDTH) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(`  ${piece}`);
  }
  return lines.join("\n");
}

/** Calls as items of a list: address, body, and the answer with its status, if that is not 200. */
function list(names: string, typeOf: TypeOf): string {
  const calls = CONTRACT_CALLS.filter((each) => isAsked(names, each));
  if (calls.length === 0) throw new Error(`The contract has no calls ${names}.`);
  const items = calls.map(({ call }) => {
    const query = Object.keys(call.query?.shape ?? {}).join("&");
    const address = `${call.method} ${call.path}${query && `?${query}`}`;
    const body = call.body ? ` ${typeOf(call.body)}` : "";
    const answer = call.answer ? ` → ${call.status === 200 ? "" : `${call.status} `}${typeOf(call.answer)}` : "";
    return `- \`${address}${body}${answer}\`: ${call.summary[0]?.toLowerCase()}${call.summary.slice(1)}`;
  });
  return ["", ...items, ""].join("\n");
}
