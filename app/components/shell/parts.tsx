/**
 * A theme, buttons, badges and callouts in colours and sizes of Radix Themes, without script (app/styles/controls.css). Each of Radix' own parts
 * would add more than 3 kB to every page (docs/decisions/0014-pinned-packages.md#radix-themes).
 */
import { Link, type LinkProps } from "@remix-run/react";
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";

/** The element that Radix' tokens hold for, with its choices: colours, corners, scale. */
export function Theme({ children }: { children: ReactNode }) {
  return (
    <div
      data-is-root-theme="true"
      data-accent-color="indigo"
      data-gray-color="slate"
      data-has-background="true"
      data-panel-background="translucent"
      data-radius="small"
      data-scaling="100%"
      className="radix-themes"
    >
      {children}
    </div>
  );
}

interface BadgeProps extends ComponentPropsWithoutRef<"span"> {
  color: "gray" | "green" | "amber";
}

/** A short word about something, next to its name. */
export function Badge({ color, className = "", ...rest }: BadgeProps) {
  return <span data-accent-color={color} {...rest} className={`badge ${className}`.trim()} />;
}

interface CalloutBoxProps extends Omit<ComponentPropsWithoutRef<"div">, "className"> {
  color: "indigo" | "green" | "amber" | "red";
}

/** The box of a message in the page, and the place of its icon. */
export const CalloutBox = forwardRef<HTMLDivElement, CalloutBoxProps>(({ color, ...rest }, ref) => (
  <div data-accent-color={color} {...rest} className="callout" ref={ref} />
));

export const CalloutIcon = ({ children }: { children: ReactNode }) => <div className="callout-icon">{children}</div>;

interface ButtonLook {
  size?: "1" | "2" | undefined;
  variant?: "solid" | "soft" | "outline" | undefined;
  color?: "red" | undefined;
  className?: string | undefined;
}

/** The attributes of an element that looks like a button. */
export const buttonLook = ({ size = "2", variant = "solid", color, className = "" }: ButtonLook = {}) => ({
  "data-accent-color": color ?? "",
  className: `button button-${variant} ${size === "1" ? "button-small" : ""} ${className}`.replace(/\s+/g, " ").trim(),
});

export function Button({ size, variant, color, className, ...rest }: ButtonLook & Omit<ComponentPropsWithoutRef<"button">, "color">) {
  return <button {...rest} {...buttonLook({ size, variant, color, className })} />;
}

/** A link that looks like a button. */
export function ButtonLink({ size, variant, className, ...rest }: ButtonLook & LinkProps) {
  return <Link {...rest} {...buttonLook({ size, variant, className })} />;
}
