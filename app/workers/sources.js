// A worker that runs from sources loads this first: it enables imports of TypeScript.
import { register } from "tsx/esm/api";

register();
