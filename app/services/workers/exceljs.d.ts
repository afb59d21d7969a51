declare module "exceljs/lib/utils/zip-stream.js" {
  const parts: { ZipWriter: { prototype: { append(data: unknown, options: { base64?: boolean }): void } } };
  export default parts;
}
