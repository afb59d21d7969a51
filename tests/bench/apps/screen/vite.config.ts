import { like } from "../vite.ts";

export default like("screen");
