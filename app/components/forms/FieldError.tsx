import { Icon } from "~/components/shell/Icon";

/** The messages of a field. The field refers to them by `aria-describedby`. */
export function FieldError({ id, messages }: { id: string; messages: readonly string[] }) {
  return (
    <span className="field-error" id={id}>
      <Icon name="CrossCircled" />
      {messages.join(" ")}
    </span>
  );
}
