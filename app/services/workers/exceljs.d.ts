declare module "exceljs/lib/utils/zip-stream.js" {
  const parts: unknown;
  export default parts;
}
