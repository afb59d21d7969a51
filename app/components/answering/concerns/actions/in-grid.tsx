/** What was agreed, in a grid (docs/rules/actions.md#next-time). */
import { Link } from "@remix-run/react";
import type { InGridOf } from "~/components/answering/concerns/concern";
import { AddAction, AddActionContext } from "~/components/shell/AddAction";

export const actions: InGridOf<"actions"> = {
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
