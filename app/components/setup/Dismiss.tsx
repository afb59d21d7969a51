import { byScript } from "~/components/forms/by-script";
import { Button } from "~/components/shell/parts";

/** A button that closes its dialog, with and without script. */
export function Dismiss({ label, onDismiss }: { label: string; onDismiss: () => void }) {
  return (
    <form method="dialog" onSubmit={byScript(onDismiss)}>
      <Button type="submit" variant="soft">
        {label}
      </Button>
    </form>
  );
}
