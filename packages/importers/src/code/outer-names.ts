import type { SyntaxNode } from '@lezer/common';
import { boundBy, type TextOf, wordsIn } from './bound-names.ts';
import { ownName } from './code.ts';

interface FunctionScope {
  readonly assigned: Set<string>;
  readonly declared: Set<string>;
}

const functions = new Set([
  'ArrowFunction',
  'FunctionDeclaration',
  'FunctionExpression',
  'MethodDeclaration',
]);
const declaring = new Set(['ParamList', 'VariableDefinition']);
const assigning = new Set(['AssignmentExpression', 'ForInSpec', 'ForOfSpec']);

/** Returns the names that a function assigns but does not declare: each call may change them. */
export function outerNames(top: SyntaxNode, textOf: TextOf): ReadonlySet<string> {
  const found = new Set<string>();
  const scopes: FunctionScope[] = [];
  const left: { node: SyntaxNode; scope: FunctionScope | undefined }[] = [
    { node: top, scope: undefined },
  ];
  // Without recursion: scripts may be nested deeply.
  for (let next = left.pop(); next; next = left.pop()) {
    const { node } = next;
    let { scope } = next;
    if (functions.has(node.name)) {
      scope = { assigned: new Set(), declared: new Set() };
      scopes.push(scope);
    }
    // `self.x = …`, whatever the class is called.
    for (const [, name = ''] of boundBy(node, textOf).matchAll(/\b\w+\.(\w+)/g)) {
      found.add(ownName(name));
    }
    // Python says so itself.
    if (node.name === 'ScopeStatement') addAll(found, wordsIn(textOf(node)));
    const isDeclaration = declaring.has(node.name);
    if (scope) addAll(isDeclaration ? scope.declared : scope.assigned, namesOf(node, textOf));
    for (const child of isDeclaration ? [] : childrenIn(node)) left.push({ node: child, scope });
  }
  for (const { assigned, declared } of scopes) addAll(found, assigned.difference(declared));
  return found;
}

function namesOf(node: SyntaxNode, textOf: TextOf): string[] {
  if (declaring.has(node.name)) return wordsIn(textOf(node));
  const isAssignment = assigning.has(node.name) || /^(?:Postfix|Unary)Expression$/.test(node.name);
  return isAssignment ? wordsIn(boundBy(node, textOf)) : [];
}

/** The names on the left of `[a, b] = x` look like declared ones. */
function childrenIn(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.lastChild; child; child = child.prevSibling) {
    if (node.name === 'AssignmentExpression' && /^(?:Equals|UpdateOp)$/.test(child.name)) break;
    children.push(child);
  }
  return children;
}

function addAll(names: Set<string>, added: Iterable<string>): void {
  for (const name of added) names.add(name);
}
