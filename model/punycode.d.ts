declare module "punycode.js" {
  const punycode: {
    /** Decodes the labels of a domain that begin with `xn--`. @throws RangeError for what nothing is encoded as */
    toUnicode(domain: string): string;
  };
  export default punycode;
}
