/** The requests for certification and validation, for internal accounts (docs/upstream-contract.md#outbox). */
import type { Id } from "#model/contract/common.ts";
import type { OutboxEntry } from "#model/contract/outbox.ts";
import { loadFor } from "~/services/faults.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Requests } from "~/views/home";
import { paths } from "~/views/paths";

/**
 * A page of requests, the newest first. The caller has checked that the account is an internal one.
 * @throws NotFound where the upstream keeps none; LoadFailure, SessionOver
 */
export async function loadRequests(api: UserApi, query: URLSearchParams): Promise<Requests> {
  await requireExtension("outbox");
  const before = beforeIn(query);
  const { requests, more, channels } = await loadFor("dashboard", api.outbox.list(before === undefined ? {} : { before }));
  return {
    hasChannel: channels.length > 0,
    isFirstPage: before === undefined,
    older: more ? requests.at(-1)?.id : undefined,
    rows: requests.map(({ assessment, ...request }) => ({
      ...request,
      assessment: { name: assessment.name, model: assessment.assessmentType, to: addressOf(assessment) },
      deliveries: request.deliveries.map((delivery) => ({ ...delivery, isConfigured: channels.includes(delivery.channel) })),
    })),
  };
}

/** The number in the address; one that makes no sense is left out. */
function beforeIn(query: URLSearchParams): Id | undefined {
  const before = query.get("before") ?? "";
  return /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined;
}

function addressOf({ id, assessmentType, completed }: OutboxEntry["assessment"]): string {
  return completed ? paths.result(id, assessmentType) : paths.summary(id, assessmentType);
}
