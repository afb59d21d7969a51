import { CrossCircledIcon } from "~/components/shell/icons";

/** The messages of a field. The field refers to them by `aria-describedby`. */
export function FieldError({ id, messages }: { id: string; messages: readonly string[] }) {
  return (
    <span className="field-error" id={id}>
      <CrossCircledIcon className="icon" aria-hidden />
      {messages.join(" ")}
    </span>
  );
}
