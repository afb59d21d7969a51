/** What was agreed, on a questions screen (docs/rules/actions.md#next-time). */
import { AgreedSection } from "~/components/answering/concerns/actions/AgreedSection";
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import { AddActionContext } from "~/components/shell/AddAction";

export const useActions: OnQuestionsOf<"actions"> = (view, { item }) => ({
  wrap: (children) => <AddActionContext.Provider value={view?.add}>{children}</AddActionContext.Provider>,
  section: view ? <AgreedSection view={view} about={item.name} /> : null,
});
