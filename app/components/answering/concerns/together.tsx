/** What the lists of concerns share. */
import { Fragment, type ReactNode } from "react";
import type { ConcernName, InRow, OnPage } from "~/views/answering/concerns";

/** What concerns show, one after the other, with a space between. */
export const together = (parts: readonly (readonly [ConcernName, ReactNode])[]): ReactNode =>
  parts.flatMap(([name, part]) => (part === undefined || part === null ? [] : [<Fragment key={name}>{part} </Fragment>]));

/** The concerns of a list that say something of a thing, with what they say. */
export const saying = <Drawn,>(all: readonly [ConcernName, Drawn][], concerns: InRow | OnPage) =>
  all.flatMap(([name, concern]) => (concerns[name] === undefined ? [] : [{ name, concern, given: concerns[name] as unknown }]));
