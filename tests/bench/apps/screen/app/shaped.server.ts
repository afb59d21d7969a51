/** A result as the product's services shape it, with the upstream's answers kept in memory. */
import { addressOf, createApiClient } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { drawCharts } from "~/components/charts/draw.server";
import { renderResult } from "~/components/results/ResultBody.server";
import type { UserContext } from "~/services/context.server";
import { loadResultPage, resultRequestOf } from "~/services/results/results.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { outlineOf } from "~/views/result-page";

const answers = new Map<string, Promise<unknown>>();

/** Asks for each answer once. Nothing writes. */
const api = createApiClient<typeof CONTRACT>(CONTRACT, (call, sent) => {
  const address = addressOf(call, sent);
  const ask = async () => {
    const response = await fetch(`${process.env.API_URL}${address}`, { headers: { Authorization: `Bearer ${process.env.BENCH_TOKEN}` } });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return call.answer?.parse(await response.json());
  };
  const answer = answers.get(address) ?? ask();
  answers.set(address, answer);
  return answer;
}) as UserApi;

const user = { email: process.env.BENCH_EMAIL ?? "", firstName: "Robin", roles: ["P3M3", "ITIL"] };

/** The same as the product's route makes: what the page shows, and its exhibits as HTML. */
export async function shapedResult(request: Request) {
  const [id = ""] = new URL(request.url).pathname.match(/\d+/) ?? [];
  const reader = { api, user } as unknown as UserContext;
  const { page: shown } = await loadResultPage(reader, resultRequestOf(request, id), "P3M3");
  const { result, ...page } = shown;
  return {
    page: { ...page, outline: outlineOf(result, page.tab), opened: false },
    html: renderResult({ ...result, isDraft: false }, drawCharts(result), { ...page, opened: false }),
  };
}
