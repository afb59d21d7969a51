export { default, Layout, links } from "~/root";
