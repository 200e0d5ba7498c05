import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Every node of a file's syntax tree. */
export function nodesOf(file: string): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return nodes
}

/** The names that a statement exports. */
export function exportedNames(node: ts.Node): string[] {
  if (!ts.isStatement(node) || !ts.canHaveModifiers(node)) return []
  if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node]
  return declared.flatMap((each) => ts.getNameOfDeclaration(each as ts.Declaration)?.getText() ?? [])
}

/** The literal text that this node reports to people, as an error or a notice. */
export function reportedTexts(node: ts.Node): string[] {
  const reported = reportedBy(node)
  const isText =
    reported &&
    (ts.isStringLiteralLike(reported) || ts.isTemplateExpression(reported) || ts.isJsxText(reported))
  return isText ? (/^['"`\s]*\w.*/s.exec(reported.getText()) ?? []) : []
}

function reportedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node)) return node.arguments[TEXT_ARGUMENT[node.expression.getText()] ?? Infinity]
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'message')
    return isNamed(node.parent.parent, 'ActionError') ? node.initializer : undefined
  if (ts.isJsxAttribute(node) && node.name.getText() === 'text')
    return isNamed(node.parent.parent, 'Alert') ? unwrapped(node.initializer) : undefined
  if (ts.isJsxText(node) && ts.isJsxElement(node.parent))
    return /\brole="alert"/.test(node.parent.openingElement.getText()) ? node : undefined
  return undefined
}

/** Which argument of a call people read. */
const TEXT_ARGUMENT: Partial<Record<string, number>> = { showToast: 1, flash: 1, setProblem: 0, setError: 0 }

function isNamed(node: ts.Node, name: string): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === name
  return ts.isJsxOpeningLikeElement(node) && node.tagName.getText() === name
}

function unwrapped(node: ts.Node | undefined): ts.Node | undefined {
  return node && ts.isJsxExpression(node) ? node.expression : node
}
