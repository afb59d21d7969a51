/**
 * A theme, buttons, badges and callouts, drawn by the style sheet of Radix Themes. They have Radix' markup and no script: Radix' own parts
 * load 10 kB on every page for responsive sizes and margins that nothing here uses (docs/decisions/0014-pinned-packages.md#radix-themes).
 */
import {
  Children,
  type ComponentPropsWithoutRef,
  cloneElement,
  forwardRef,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from "react";

interface ThemeProps {
  accentColor: string;
  grayColor: string;
  radius: string;
  children?: ReactNode;
}

/** The element that carries what the styles hold for: colours, corners, scale. */
export function Theme({ accentColor, grayColor, radius, children }: ThemeProps) {
  return (
    <div
      data-is-root-theme="true"
      data-accent-color={accentColor}
      data-gray-color={grayColor}
      data-has-background="true"
      data-panel-background="translucent"
      data-radius={radius}
      data-scaling="100%"
      className="radix-themes"
    >
      {children}
    </div>
  );
}

/** The classes of a part: those of Radix, its looks, and the sheet's own. */
const classesOf = (...names: (string | undefined)[]) => names.filter(Boolean).join(" ");

interface BadgeProps extends ComponentPropsWithoutRef<"span"> {
  color: "gray" | "green" | "amber";
  variant: "surface";
  highContrast: true;
}

/** A short word about something, next to its name, in the one look that the product uses. */
export function Badge({ color, variant: _variant, highContrast: _contrast, className, ...rest }: BadgeProps) {
  return (
    <span
      data-accent-color={color}
      {...rest}
      className={classesOf("rt-reset rt-Badge rt-r-size-1 rt-variant-surface rt-high-contrast", className)}
    />
  );
}

interface CalloutProps extends Omit<ComponentPropsWithoutRef<"div">, "className"> {
  color: "indigo" | "green" | "amber" | "red";
  size: "1";
  variant: "surface";
  highContrast: true;
}

/** A message in the page, in the one look that the product asks for. */
export const Callout = {
  Root: forwardRef<HTMLDivElement, CalloutProps>(({ color, size: _size, variant: _variant, highContrast: _contrast, ...rest }, ref) => (
    <div data-accent-color={color} {...rest} className="rt-CalloutRoot rt-r-size-1 rt-variant-surface rt-high-contrast" ref={ref} />
  )),
  Icon: ({ children }: { children: ReactNode }) => <div className="rt-CalloutIcon">{children}</div>,
};

interface ButtonProps extends Omit<ComponentPropsWithoutRef<"button">, "color"> {
  size?: "1" | "2" | "3" | "4";
  variant?: "classic" | "solid" | "soft" | "surface" | "outline" | "ghost";
  color?: string | undefined;
  /** Whether the only child is the element that looks like a button. */
  asChild?: boolean;
}

/** A button, or a link that looks like one. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(
  ({ size = "2", variant = "solid", color, asChild = false, className, disabled, children, ...rest }, ref) => {
    const child = asChild && isValidElement(children) ? (Children.only(children) as ReactElement<{ className?: string }>) : undefined;
    const props = {
      "data-disabled": disabled || undefined,
      "data-accent-color": color ?? "",
      disabled,
      ...rest,
      className: classesOf(`rt-reset rt-BaseButton rt-r-size-${size} rt-variant-${variant} rt-Button`, className, child?.props.className),
    };
    return child ? (
      cloneElement(child, props)
    ) : (
      <button {...props} ref={ref}>
        {children}
      </button>
    );
  },
);
