import { useState } from "react";
import { Dismiss } from "~/components/setup/Dismiss";
import { Facts } from "~/components/shell/Facts";
import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import type { ProfileReply } from "~/views/setup";

interface ScopeConsequenceDialogProps {
  consequence: NonNullable<ProfileReply["consequence"]>;
  /** The id of the profile's form, which the confirming button submits. */
  form: string;
}

/** Says what saving the profile makes of the saved scope, and asks (docs/rules/setup-and-scope.md#what-the-profile-does-to-a-saved-scope). */
export function ScopeConsequenceDialog({ consequence: { reasons, facts, key, then }, form }: ScopeConsequenceDialogProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const dismiss = () => setOpen(false);
  return (
    <Modal title="This changes the saved scope" kind="warning" onDismiss={dismiss}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <Facts facts={facts} />
      <p>Nothing has been saved yet.</p>
      <div className="row row-end">
        <Dismiss label="Keep editing" onDismiss={dismiss} />
        <input type="hidden" form={form} name="askedThen" value={then} />
        <Button type="submit" form={form} name="confirmed" value={key}>
          Save and change the scope
        </Button>
      </div>
    </Modal>
  );
}
