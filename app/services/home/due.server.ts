/** What is due in the organizations of the team (docs/rules/navigation-and-home.md#what-is-due). */
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Due } from "~/views/home";
import { orNotProvided } from "~/views/missing";
import { paths } from "~/views/paths";

/** What is overdue or will be due soon; undefined if nothing is, where the upstream keeps no actions, and while it cannot tell. */
export async function readDue(api: UserApi): Promise<Due | undefined> {
  const due = (await hasExtension("actions")) ? await api.actions.due().catch(ignoreFault) : undefined;
  if (!due || due.actions.length === 0) return undefined;
  return {
    ...due,
    actions: due.actions.map(({ organization: { id, name }, ...action }) => ({
      ...action,
      organization: orNotProvided(name),
      to: paths.action(id, action.id),
    })),
  };
}
