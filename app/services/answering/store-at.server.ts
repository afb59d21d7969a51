/** Which store the answers of an address are in. */
import { type AnswerStore, verdictStore } from "~/services/answering/store.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** @param params of an address of questions or of a grid */
export const storeAt = (api: UserApi, _params: Readonly<Record<string, string | undefined>>): AnswerStore => verdictStore(api);
