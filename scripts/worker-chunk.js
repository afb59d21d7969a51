// @ts-check
/**
 * Vite plugin: builds the module of the workers as build/server/tasks.worker.js. No module imports it; its address is in
 * `import.meta.BUILT_WORKER`, which is undefined without a build.
 * @param {string} id path of the module
 * @returns {import("vite").Plugin}
 */
export function workerChunk(id) {
  let reference = "";
  return {
    name: "worker-chunk",
    apply: "build",
    buildStart() {
      if (!this.environment.config.build.ssr) return;
      reference = this.emitFile({ type: "chunk", id, fileName: "tasks.worker.js", preserveSignature: "strict" });
    },
    transform(code) {
      if (reference === "" || !code.includes("import.meta.BUILT_WORKER")) return;
      return { code: code.replaceAll("import.meta.BUILT_WORKER", `import.meta.ROLLUP_FILE_URL_${reference}`), map: null };
    },
  };
}
