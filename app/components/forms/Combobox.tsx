import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { matchingOptions } from "~/components/forms/matching";
import { Icon } from "~/components/shell/Icon";
import type { Option } from "~/views/form-fields";

interface ComboboxProps {
  /** The native select that holds the value and is sent. It is hidden while the combobox replaces it. */
  list: RefObject<HTMLSelectElement>;
  options: readonly Option[];
  /** Attributes of the control: id, description, error state. */
  wiring: { id: string; "aria-invalid"?: boolean | undefined; "aria-describedby"?: string | undefined };
  placeholder: string;
  required?: boolean | undefined;
}

/** A list that can be searched by typing: the ARIA combobox pattern in front of a native select. With script only. */
export function Combobox({ list, options, wiring, placeholder, required }: ComboboxProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const chosenLabel = () => options.find(({ value }) => value !== "" && value === list.current?.value)?.label ?? "";
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = open && text !== chosenLabel() ? text : "";
  const shown = matchingOptions(options, typed);

  // The select may have been changed or focused before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    setText(chosenLabel());
    const { current } = list;
    if (current === document.activeElement) input.current?.focus();
    const restore = () => setTimeout(() => setText(chosenLabel()));
    current?.form?.addEventListener("reset", restore);
    return () => current?.form?.removeEventListener("reset", restore);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the highlighted option is looked up in the list that is shown
  useEffect(() => {
    if (open) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, open]);

  function choose(option: Option | undefined) {
    setOpen(false);
    setText(option?.label ?? "");
    const { current } = list;
    if (!current || current.value === (option?.value ?? "")) return;
    current.value = option?.value ?? "";
    current.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Chooses the option that was typed in full; otherwise restores the last choice. */
  function settle() {
    if (!open) return;
    if (text.trim() === "") return choose(undefined);
    const matches = matchingOptions(options, text);
    const exact = matches.find((option) => option.label.toLowerCase() === text.trim().toLowerCase());
    if (exact || matches.length === 1) return choose(exact ?? matches[0]);
    setOpen(false);
    setText(chosenLabel());
  }

  function show(from: "first" | "last" | "chosen") {
    const all = matchingOptions(options, "");
    const chosen = all.findIndex(({ value }) => value === list.current?.value);
    setActive(from === "last" ? all.length - 1 : from === "chosen" ? Math.max(0, chosen) : 0);
    setOpen(true);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return show(event.altKey || event.key === "ArrowDown" ? "chosen" : "last");
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
      setText(chosenLabel());
    } else if (event.key === "Tab" && open && typed !== "" && shown[active]) {
      choose(shown[active]);
    }
  }

  return (
    <>
      <input
        {...wiring}
        ref={input}
        className="input"
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
        aria-required={required}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => (open ? undefined : show("chosen"))}
        onKeyDown={onKeyDown}
        onBlur={() => {
          settle();
          // The select that holds the value is left as well; only this tells the form.
          list.current?.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
        }}
      />
      <Icon name="ChevronDown" />
      {open ? (
        <div className="combobox-list panel menu" role="listbox" id={listId} aria-label="Choices" tabIndex={-1}>
          {shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input, which keeps the focus
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === list.current?.value}
              data-active={index === active || undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
          {shown.length === 0 ? (
            <div className="muted" role="option" aria-selected={false} aria-disabled tabIndex={-1}>
              Nothing matches
            </div>
          ) : null}
        </div>
      ) : null}
      <span className="visually-hidden" role="status">
        {typed === "" ? "" : `${shown.length} of ${options.length} match`}
      </span>
    </>
  );
}
