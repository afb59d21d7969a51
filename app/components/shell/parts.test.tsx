import * as radix from "@radix-ui/themes";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Badge, Button, buttonLook, CalloutBox, CalloutIcon, Theme } from "./parts.tsx";

/** An element as React wrote it, whatever the order of its attributes. */
const markup = (element: ReactNode) =>
  renderToStaticMarkup(element).replace(
    /<(\w+) ([^>]*)>/g,
    (_, tag: string, attributes: string) => `<${tag} ${(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(" ")}>`,
  );

const SIZES = [undefined, "1", "2"] as const;
const VARIANTS = [undefined, "solid", "soft", "outline"] as const;
const COLOURS = [undefined, "red"] as const;

describe("parts have the markup of Radix Themes", () => {
  test("theme", () => {
    expect(markup(<Theme>text</Theme>)).toBe(
      markup(
        <radix.Theme accentColor="indigo" grayColor="slate" radius="small">
          text
        </radix.Theme>,
      ),
    );
  });

  test.each(["gray", "green", "amber"] as const)("badge in %s", (color) => {
    const props = { color, className: "own", title: "words", children: "text" };
    expect(markup(<Badge {...props} />)).toBe(markup(<radix.Badge variant="surface" highContrast {...props} />));
  });

  test.each(["indigo", "green", "amber", "red"] as const)("callout in %s", (color) => {
    const props = { color, role: "alert", tabIndex: -1 };
    expect(
      markup(
        <CalloutBox {...props}>
          <CalloutIcon>sign</CalloutIcon>
          text
        </CalloutBox>,
      ),
    ).toBe(
      markup(
        <radix.Callout.Root size="1" variant="surface" highContrast {...props}>
          <radix.Callout.Icon>sign</radix.Callout.Icon>
          text
        </radix.Callout.Root>,
      ),
    );
  });

  const all = SIZES.flatMap((size) => VARIANTS.flatMap((variant) => COLOURS.map((color) => ({ size, variant, color }))));
  test.each(all)("button %o", ({ size, variant, color }) => {
    const look = { ...(size ? { size } : {}), ...(variant ? { variant } : {}), ...(color ? { color } : {}) };
    const props = { ...look, type: "submit", name: "go", value: "next", className: "own", disabled: true, "aria-label": "name" } as const;
    expect(markup(<Button {...look}>text</Button>)).toBe(markup(<radix.Button {...look}>text</radix.Button>));
    expect(markup(<Button {...props}>text</Button>)).toBe(markup(<radix.Button {...props}>text</radix.Button>));
    const link = (className?: string) => (
      <a href="/there" {...buttonLook({ ...look, className })}>
        text
      </a>
    );
    const radixLink = (className: string) => (
      <radix.Button {...look} asChild className={className}>
        <a href="/there">text</a>
      </radix.Button>
    );
    expect(markup(link("own"))).toBe(markup(radixLink("own")));
    expect(markup(link())).toBe(markup(radixLink("")));
  });
});
