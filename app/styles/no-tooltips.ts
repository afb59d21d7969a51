/**
 * Stands in for `@radix-ui/react-tooltip` in the build (`vite.config.ts`). Radix Themes prepares every page for tooltips; no screen has one, as
 * they are out of reach without script and on a phone, and the preparation is a fifth of what Radix adds to each page.
 */
import { createElement, Fragment, type ReactNode } from "react";

export const Provider = ({ children }: { children?: ReactNode }) => createElement(Fragment, null, children);

// What Radix' own tooltip is made of, which nothing shows.
export { Provider as Arrow, Provider as Content, Provider as Portal, Provider as Root, Provider as Trigger };
