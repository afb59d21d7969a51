import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import type { Row } from "~/views/home";

/** A form with one button. Script sends it in the background, and the page shows the result at once. */
export function Command({ row, command, children }: { row: Row; command: string; children: ReactNode }) {
  return (
    <Form method="post" action={row.sendTo} navigate={false} fetcherKey={`row-${row.id}`} preventScrollReset>
      <HiddenFields fields={{ command, assessment: row.id }} />
      {children}
    </Form>
  );
}
