import type { SyntaxNode } from '@lezer/common';
import type { TextOf } from './bound-names.ts';
import { toSnakeCase } from './code.ts';
import { childrenOf } from './read-elements.ts';

interface Script {
  readonly textOf: TextOf;
  /** Names of methods that act on pages or elements. */
  readonly stepNames: ReadonlySet<string>;
}

interface Inside {
  /** The bodies of the functions and classes in the expressions. */
  readonly bodies: readonly SyntaxNode[];
  /** Whether the expressions themselves wait for something or act on a page. */
  readonly isStep: boolean;
  /** Whether the parser has guessed what some of the expressions mean. */
  readonly isBroken: boolean;
}

export const blocks: ReadonlySet<string> = new Set(['Block', 'Body', 'ClassBody']);
export const functionValues: ReadonlySet<string> = new Set([
  'ArrowFunction',
  'FunctionExpression',
  'LambdaExpression',
]);
/** Methods whose functions run in the page: they contain no steps. */
const inPage = new Set(
  '$$eval $eval add_init_script eval_on_selector eval_on_selector_all evaluate evaluate_all evaluate_handle wait_for_function'.split(
    ' ',
  ),
);

/** Returns what expressions contain, without what the functions in them contain. */
export function lookInside(nodes: readonly SyntaxNode[], script: Script): Inside {
  const bodies: SyntaxNode[] = [];
  let [isStep, isBroken] = [false, false];
  // Without recursion: chains of calls may be long.
  const left = nodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    const body = bodyOf(node);
    if (body) {
      bodies.push(body);
      continue;
    }
    const called = calledName(node, script);
    isBroken ||= node.type.isError;
    isStep ||= node.name === 'await' || called === 'expect' || script.stepNames.has(called);
    const list = inPage.has(called) ? node.getChild('ArgList') : null;
    for (let child = node.lastChild; child; child = child.prevSibling) {
      if (child.name !== 'ArgList' || !list) left.push(child);
    }
  }
  return { bodies, isStep, isBroken };
}

/** Returns the block of a function, or the expression that it returns. */
export function bodyOf(node: SyntaxNode): SyntaxNode | undefined {
  if (blocks.has(node.name)) return node;
  return functionValues.has(node.name) ? childrenOf(node).at(-1) : undefined;
}

/** Returns the name of the called function or method as in Python; blank if nothing is called. */
function calledName(node: SyntaxNode, { textOf }: Script): string {
  const callee = node.name === 'CallExpression' ? node.firstChild : null;
  if (callee?.name === 'VariableName') return textOf(callee);
  const property = callee?.getChild('PropertyName');
  return property ? toSnakeCase(textOf(property)) : '';
}
