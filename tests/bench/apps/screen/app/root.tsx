export { default, Layout } from "~/root";
