import { Form, useNavigation } from "@remix-run/react";
import { Modal } from "~/components/shell/Modal";
import { Button, ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";

/** Asks before every device is signed out, including this one. */
export function EverywhereQuestion() {
  const isSending = useNavigation().state !== "idle";
  const cancel = paths.sessions();
  return (
    <Modal title="Log out everywhere?" dismissTo={cancel}>
      <p>Every device is signed out at once, including this one. Everything that was saved is safe.</p>
      <Form method="post" action={cancel} reloadDocument>
        <input type="hidden" name="intent" value="everywhere" />
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset variant="soft">
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSending}>
            Log out everywhere
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
