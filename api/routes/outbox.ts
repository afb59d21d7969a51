import type { CONTRACT } from "#model/contract/calls.ts";
import type { ApiConfig } from "../config.ts";
import type { Handlers } from "../handlers.ts";
import { forbidden } from "../problem.ts";
import { listOutbox } from "../services/outbox.ts";

/** The requests for certification and validation, for internal accounts, and how they are sent, for everybody (docs/upstream-contract.md#outbox). */
export const outboxHandlers = ({ outbox }: Pick<ApiConfig, "outbox">): Handlers<typeof CONTRACT.outbox> => {
  const channels = (["email", "webhook"] as const).filter((channel) => outbox[channel]);
  return {
    async list({ db, user, isInternal }, { before }) {
      if (!isInternal) throw forbidden("Only internal accounts see these requests.");
      return { ...(await listOutbox(db, { models: user.roles, before })), channels };
    },
    channels: async () => ({ channels }),
  };
};
