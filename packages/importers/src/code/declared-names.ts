import type { SyntaxNode } from '@lezer/common';
import type { TextOf } from './bound-names.ts';

interface DeclaredNames {
  /** All names that the script declares or imports, apart from modules of Python. */
  readonly all: ReadonlySet<string>;
  /** Names of functions, classes and objects that the script itself makes. */
  readonly made: ReadonlySet<string>;
}

const VARIABLE = /^Variable(?:Definition|Name)$/;
const definitions = new Set([
  'ClassDeclaration',
  'ClassDefinition',
  'FunctionDeclaration',
  'FunctionDefinition',
]);
const MAKING = /^(?:Array|Class|Dictionary|Function|Lambda|New|Object)Expression$|^ArrowFunction$/;

/** Returns the names that the script gives its own meaning. */
export function declaredNames(top: SyntaxNode, textOf: TextOf): DeclaredNames {
  const all = new Set<string>();
  const made = new Set<string>();
  const left = [top];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.name === 'VariableDefinition' || isParameter(node)) all.add(textOf(node));
    for (const name of namesOf(node)) {
      all.add(textOf(name));
      // The functions with decorators are mostly fixtures, such as `page`.
      const isFixture = node.parent?.name === 'DecoratedStatement';
      const value = definitions.has(node.name) ? node : valueOf(name);
      const isMade = definitions.has(node.name) || MAKING.test(value?.name ?? '');
      if ((isMade && !isFixture) || isNew(value, textOf)) made.add(textOf(name));
    }
    for (let child = node.firstChild; child; child = child.nextSibling) left.push(child);
  }
  return { all, made };
}

const isParameter = ({ name, parent, prevSibling }: SyntaxNode): boolean =>
  name === 'VariableName' && parent?.name === 'ParamList' && prevSibling?.name !== 'AssignOp';

/** Returns what a definition, an assignment or an import names. */
function namesOf(node: SyntaxNode): SyntaxNode[] {
  if (definitions.has(node.name)) {
    const name = node.getChild('VariableDefinition') ?? node.getChild('VariableName');
    return name ? [name] : [];
  }
  if (node.name === 'ImportStatement') {
    return node.getChild('from') ? node.getChildren('VariableName', 'import') : [];
  }
  if (!/^(?:Assign\w+|VariableDeclaration)$/.test(node.name)) return [];
  const names: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (VARIABLE.test(child.name) && valueOf(child)) names.push(child);
  }
  return names;
}

/** Returns what a name gets, even if it has a type or is one of several in Python. */
function valueOf(name: SyntaxNode): SyntaxNode | null {
  for (let next = name.nextSibling; next; next = next.nextSibling) {
    if (next.name === 'Equals' || next.name === 'AssignOp') return next.nextSibling;
    if (next.name === ',' && name.name === 'VariableDefinition') return null;
  }
  return null;
}

/** In Python, names of classes begin with a capital. */
function isNew(value: SyntaxNode | null, textOf: TextOf): boolean {
  const callee = value?.name === 'CallExpression' ? value.firstChild : null;
  return callee?.name === 'VariableName' && /^[A-Z]/.test(textOf(callee));
}
