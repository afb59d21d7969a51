import type { ReactNode } from "react";
import { useNavigation } from "~/components/shell/held-forms";
import { Button, ButtonLink } from "~/components/shell/parts";

interface FormEndProps {
  back: string;
  /** What the button says that sends the form. */
  children: ReactNode;
  /** The row is a panel of its own, at the end of a form with several. */
  isPanel?: boolean;
}

/** The end of a form: back, or send it. */
export function FormEnd({ back, children, isPanel }: FormEndProps) {
  const isSending = useNavigation().state === "submitting";
  return (
    <div className={`${isPanel ? "panel action-bar " : ""}row row-end no-print`}>
      <ButtonLink to={back} variant="soft">
        Go Back
      </ButtonLink>
      <Button type="submit" disabled={isSending}>
        {children}
      </Button>
    </div>
  );
}
