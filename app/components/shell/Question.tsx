import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useNavigation } from "~/components/shell/held-forms";
import { HiddenFields } from "./HiddenFields";
import { CancelLink, Modal } from "./Modal";
import { Button } from "./parts";

interface QuestionProps {
  title: string;
  kind?: "warning";
  /** Where the form is sent. */
  at: string;
  /** Where cancelling leads, if not there. */
  cancel?: string;
  fields: Record<string, string | number | undefined>;
  submit: string;
  /** Fields to fill in. */
  more?: ReactNode;
  children: ReactNode;
}

/** Asks before something is done that its form asks for. */
export function Question({ title, kind, at, cancel = at, fields, submit, more, children }: QuestionProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Modal title={title} {...(kind && { kind })} dismissTo={cancel}>
      <p>{children}</p>
      <Form method="post" action={at} preventScrollReset>
        <HiddenFields fields={fields} />
        {more}
        <div className="row row-end">
          <CancelLink to={cancel} />
          <Button type="submit" disabled={isSending}>
            {submit}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
