// A worker that runs from sources loads this first, so that it can import TypeScript.
import { register } from "tsx/esm/api";

register();
