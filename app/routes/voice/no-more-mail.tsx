import { type MetaFunction, useParams } from "@remix-run/react";
import { screenTitle } from "~/components/shell/Page";
import { NoMailQuestion } from "~/components/voice/LinkPages";
import { askAboutMails, refuseMails } from "~/services/voice/sheet.server";
import { withSheet } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Your view is asked for") }];

/** Asks once before mails end. Where there is nothing to end, the sheet says how it is. */
export const loader = withSheet(({ params, context }) => askAboutMails(context, params.sheet ?? ""));

/** The button 'Do not write to me again' (docs/rules/voices.md#mails). */
export const action = withSheet(({ params, context }) => refuseMails(context, params.sheet ?? ""));

export default function NoMoreMail() {
  const { sheet = "" } = useParams();
  return <NoMailQuestion sheet={sheet} />;
}
