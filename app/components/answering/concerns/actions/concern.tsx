/** What was agreed (docs/rules/actions.md#next-time). */
import { Link } from "@remix-run/react";
import { AgreedSection } from "~/components/answering/concerns/actions/AgreedSection";
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { AddAction, AddActionContext } from "~/components/shell/AddAction";

export const actions: ConcernOf<"actions"> = {
  useOnQuestions: (view, { item }) => ({
    wrap: (children) => <AddActionContext.Provider value={view?.add}>{children}</AddActionContext.Provider>,
    section: view ? <AgreedSection view={view} about={item.name} /> : null,
  }),
  wrapRow: ({ add }, children) => <AddActionContext.Provider value={add}>{children}</AddActionContext.Provider>,
  rowHead: ({ link }, { name, roves }) => ({
    sign: link ? (
      <Link to={link.href} tabIndex={roves ? -1 : undefined} className="small">
        {link.words}
        <span className="visually-hidden">, about {name}</span>
      </Link>
    ) : null,
  }),
  rowFoot: ({ link, add }, { name }) => ({
    link: (
      <>
        {link ? <Link to={link.href}>{link.words}</Link> : null} <AddAction to={add} about={name} />
      </>
    ),
  }),
};
