import type { SyntaxNode } from '@lezer/common';
import type { TextOf } from './bound-names.ts';
import { toSnakeCase } from './code.ts';
import { harmlessHeads, plainCalls } from './read-methods.ts';

/**
 * Returns whether a function of the script leaves its argument at a position, or with a name, as
 * it is.
 */
export type Keeps = (callee: string, at: number | string) => boolean;

interface Script {
  readonly textOf: TextOf;
  readonly keeps: Keeps;
}

const LONGEST_CALLEE = 100;
const MOST_ARGUMENTS = 8;

const partCalls = new Set(
  'Array.from Object.entries Object.values dict enumerate list max min reversed set sorted tuple zip'.split(
    ' ',
  ),
);
/** Methods of Playwright that get lists or records. */
const plainMethods = new Set(['select_option', 'set_files', 'set_input_files']);

/**
 * Returns what a call does with an argument: only reads it, returns parts of it, or anything.
 */
export function useOfArgument(
  argument: SyntaxNode,
  call: SyntaxNode,
  { textOf, keeps }: Script,
): 'any' | 'parts' | 'plain' {
  const callee = call.firstChild;
  const head = callee && headOf(callee);
  if (call.name !== 'CallExpression' || !callee || !head) return 'any';
  // `', '.join(rows)`
  if (head.name === 'String' || harmlessHeads.has(textOf(head))) return 'plain';
  const name = nameOf(callee, textOf);
  if (plainCalls.has(name)) return 'plain';
  const at = placeOf(argument, textOf);
  if (partCalls.has(name)) return at === 0 || name === 'zip' ? 'parts' : 'any';
  if (callee.name === 'MemberExpression') {
    const member = callee.lastChild;
    return member && plainMethods.has(toSnakeCase(textOf(member))) ? 'plain' : 'any';
  }
  return at !== undefined && keeps(name, at) ? 'plain' : 'any';
}

/** Members as in Python. */
function nameOf(callee: SyntaxNode, textOf: TextOf): string {
  if (callee.to - callee.from > LONGEST_CALLEE) return '';
  const [head = '', ...members] = textOf(callee).split('.');
  return [head, ...members.map(toSnakeCase)].join('.');
}

function headOf(callee: SyntaxNode): SyntaxNode | undefined {
  let head = callee;
  for (let level = 0; head.firstChild; level += 1) {
    if (level > LONGEST_CALLEE) return undefined;
    head = head.firstChild;
  }
  return head;
}

/** Returns undefined if lists are spread before the argument. */
function placeOf(argument: SyntaxNode, textOf: TextOf): number | string | undefined {
  const sign = argument.prevSibling;
  if (sign?.name === 'AssignOp' && sign.prevSibling) return textOf(sign.prevSibling);
  let place = 0;
  for (let before = sign; before; before = before.prevSibling) {
    if (/^(?:Spread|\*\*?)$/.test(before.name) || place > MOST_ARGUMENTS) return undefined;
    if (before.name === ',') place += 1;
  }
  return place;
}
