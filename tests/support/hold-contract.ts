/** npm run test:contract -- --api-url URL: holds any upstream against the contract. It creates organizations and test assessments there. */
import { parseArgs } from "node:util";
import { CONTRACT } from "#model/contract/calls.ts";
import { Client } from "./api.ts";
import { holdAgainstContract } from "./contract-checks.ts";

const USAGE = `Usage: npm run test:contract -- --api-url URL (--entry-token TOKEN | --token BEARER)
The person whom the token belongs to needs both roles, and gets organizations named "Contract …" and "Once …".`;

const { values } = parseArgs({ options: { "api-url": { type: "string" }, "entry-token": { type: "string" }, token: { type: "string" } } });
const url = values["api-url"]?.replace(/\/+$/, "");
if (!url || !URL.canParse(url) || (!values["entry-token"] && !values.token)) {
  console.error(USAGE);
  process.exit(2);
}

const send = (request: Request) =>
  fetch(new Request(request.url.replace("http://api.test", url), request), { redirect: "manual", signal: AbortSignal.timeout(30_000) });
const anonymous = new Client(send);
let { token } = values;
if (!token) {
  const { method, path, status, answer: session } = CONTRACT.session.enter;
  const answer = await anonymous.call(method, path, { token: values["entry-token"] });
  const parsed = session.safeParse(answer.body);
  if (answer.status !== status || !parsed.success) {
    console.error(`${method} ${path}: ${answer.status}. An entry token serves once.`);
    process.exit(1);
  }
  token = parsed.data.token;
}
let checks = 0;
const failed = await holdAgainstContract({ client: new Client(send, token), anonymous }, (name, fault) => {
  checks += 1;
  console.log(`${fault ? "not ok" : "ok"} ${checks} - ${name}${fault ? `\n    ${fault.message.replaceAll("\n", "\n    ")}` : ""}`);
});
console.log(`${checks - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
