import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";

/** The present name of the user, which a lead may have changed since the session began. Where the upstream does not tell, the session does. @throws SessionOver */
export async function ownNameOf({ api, user }: Pick<UserContext, "api" | "user">): Promise<string | null> {
  const now = (await hasExtension("joining")) ? await api.joining.name.get().catch(ignoreFault) : undefined;
  return (now ?? user).firstName;
}
