import type { SyntaxNode } from '@lezer/common';
import type { TextOf } from './bound-names.ts';
import { toSnakeCase } from './code.ts';
import { spreads } from './read-elements.ts';
import { harmlessHeads, plainCalls } from './read-methods.ts';

/** What is known about the functions that a script calls. */
export interface Calls {
  /** Whether a function of the script leaves the argument at a position, or by name, unchanged. */
  readonly keeps: (callee: string, at: number | string) => boolean;
  /** Whether the script gives a name its own meaning. `made`: a function, a class or an object. */
  readonly declares: (name: string, how: 'all' | 'made') => boolean;
}

interface Script {
  readonly textOf: TextOf;
  readonly calls: Calls;
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
 * Whatever `type(self)` has, `self` has too.
 */
export function useOfArgument(
  argument: SyntaxNode,
  call: SyntaxNode,
  { textOf, calls }: Script,
): 'any' | 'class' | 'parts' | 'plain' {
  const callee = call.firstChild;
  const head = callee && headOf(callee);
  if (call.name !== 'CallExpression' || !callee || !head) return 'any';
  // `', '.join(rows)`
  const name = nameOf(callee, textOf);
  if (name === 'type' && call.parent?.name === 'MemberExpression') return 'class';
  if (head.name === 'String' || isHarmless(textOf(head), name, calls)) return 'plain';
  const at = placeOf(argument, textOf);
  if (partCalls.has(name) && !calls.declares(textOf(head), 'all'))
    return at === 0 || name === 'zip' ? 'parts' : 'any';
  if (callee.name === 'MemberExpression') {
    const member = callee.lastChild;
    return member && plainMethods.has(toSnakeCase(textOf(member))) ? 'plain' : 'any';
  }
  return at !== undefined && calls.keeps(name, at) ? 'plain' : 'any';
}

/** Whether a call leaves its arguments unchanged. `name`: the callee, with members as in Python. */
export function isHarmless(head: string, name: string, { declares }: Calls): boolean {
  if (harmlessHeads.has(head)) return !declares(head, 'made');
  return plainCalls.has(name) && !declares(head, name === head ? 'all' : 'made');
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
    if (spreads.has(before.name) || place > MOST_ARGUMENTS) return undefined;
    if (before.name === ',') place += 1;
  }
  return place;
}
