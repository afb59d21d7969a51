import ts from "typescript";

const MODELS = new Set(["P3M3", "ITIL"]);
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Fields of the wire and kinds of item that only one model has: asking for one asks for the model. */
const ONLY_ONE = new Set(["threads", "practices", "components", "certified", "endorsed", "perspectives", "areas", "thread"]);

const isModel = (node: ts.Node) => ts.isStringLiteralLike(node) && MODELS.has(node.text);

/** Whether a node asks which model it has before it: a comparison, a case, a search in a list, a field that one model has, an address. */
function asksModel(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    if (EQUALITY.has(node.operatorToken.kind))
      return [node.left, node.right].some((side) => isModel(side) || (ts.isStringLiteralLike(side) && side.text === "thread"));
    return node.operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteralLike(node.left) && ONLY_ONE.has(node.left.text);
  }
  if (ts.isCaseClause(node)) return isModel(node.expression);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    if (name.text === "includes" || name.text === "has" || name.text === "startsWith" || name.text === "endsWith")
      return node.arguments.some(isModel);
    return name.text === "test" && ts.isRegularExpressionLiteral(expression) && /itil|p3m3/i.test(expression.text);
  }
  return false;
}

/** The places in a module that ask which model it has before it, as "line: source". */
export function modelBranches(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const branches: string[] = [];
  const visit = (node: ts.Node) => {
    if (asksModel(node))
      branches.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText().split("\n")[0]}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return branches;
}
