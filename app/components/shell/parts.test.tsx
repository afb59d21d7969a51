import * as radix from "@radix-ui/themes";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import * as parts from "./parts.tsx";

/** An element as React wrote it, whatever the order of its attributes. */
const markup = (element: ReactNode) =>
  renderToStaticMarkup(element).replace(
    /<(\w+) ([^>]*)>/g,
    (_, tag: string, attributes: string) => `<${tag} ${(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(" ")}>`,
  );

const SIZES = [undefined, "1", "2", "3"] as const;
const VARIANTS = [undefined, "solid", "soft", "outline", "surface", "ghost", "classic"] as const;
const COLOURS = [undefined, "red", "green"] as const;

describe("parts have the markup of Radix Themes", () => {
  test("theme", () => {
    const of = ({ Theme }: Pick<typeof radix, "Theme">) =>
      markup(
        <Theme accentColor="indigo" grayColor="slate" radius="small">
          text
        </Theme>,
      );
    expect(of(parts as unknown as typeof radix)).toBe(of(radix));
  });

  test.each(["gray", "green", "amber"] as const)("badge in %s", (color) => {
    const of = ({ Badge }: Pick<typeof radix, "Badge">) =>
      markup(
        <Badge variant="surface" highContrast color={color} className="own" title="words">
          text
        </Badge>,
      );
    expect(of(parts as unknown as typeof radix)).toBe(of(radix));
  });

  test.each(["indigo", "green", "amber", "red"] as const)("callout in %s", (color) => {
    const of = ({ Callout }: Pick<typeof radix, "Callout">) =>
      markup(
        <Callout.Root size="1" variant="surface" highContrast color={color} role="alert" tabIndex={-1}>
          <Callout.Icon>sign</Callout.Icon>
          text
        </Callout.Root>,
      );
    expect(of(parts as unknown as typeof radix)).toBe(of(radix));
  });

  const all = SIZES.flatMap((size) => VARIANTS.flatMap((variant) => COLOURS.map((color) => ({ size, variant, color }))));
  test.each(all)("button %o", ({ size, variant, color }) => {
    const look = { ...(size ? { size } : {}), ...(variant ? { variant } : {}), ...(color ? { color } : {}) };
    const of = ({ Button }: Pick<typeof radix, "Button">) => [
      markup(<Button {...look}>text</Button>),
      markup(
        <Button {...look} type="submit" name="go" value="next" className="own" disabled aria-label="name">
          text
        </Button>,
      ),
      markup(
        <Button {...look} asChild className="own">
          <a href="/there" className="inner">
            text
          </a>
        </Button>,
      ),
      markup(
        <Button {...look} asChild>
          <a href="/there">text</a>
        </Button>,
      ),
    ];
    expect(of(parts as unknown as typeof radix)).toEqual(of(radix));
  });
});
