import type { SyntaxNode } from '@lezer/common';
import { boundBy, boundNames, type TextOf, wordsIn } from './bound-names.ts';
import type { Calls } from './call-arguments.ts';
import { changedParts } from './changed-parts.ts';
import { declaredNames } from './declared-names.ts';
import { childrenOf, spreads } from './read-elements.ts';

/** A function with the names of each parameter. */
interface OwnFunction {
  readonly node: SyntaxNode;
  readonly parameters: readonly Parameter[];
  readonly changed: Set<string>;
}

interface Parameter {
  readonly names: readonly string[];
  readonly isRest: boolean;
}

const MOST_ROUNDS = 4;
const functions = new Set([
  'ArrowFunction',
  'FunctionDeclaration',
  'FunctionDefinition',
  'FunctionExpression',
]);

/** Finds the functions of a script that only read what they get. */
export function readCalls(top: SyntaxNode, textOf: TextOf): Calls {
  const own = findFunctions(top, textOf);
  const declared = declaredNames(top, textOf);
  const calls: Calls = {
    keeps(callee, at) {
      const found = own.get(callee);
      const parameter = found && parameterAt(found.parameters, at);
      return parameter !== undefined && !parameter.names.some((name) => found?.changed.has(name));
    },
    declares: (name, how) => declared[how].has(name),
  };
  // What one function changes, its callers change, too. They may be defined before or after it.
  let order = [...own.values()];
  for (let round = 0, isOpen = true; isOpen; round += 1) {
    isOpen = false;
    order = order.toReversed();
    for (const { node, changed } of order) {
      const { size } = changed;
      for (const { head } of changedParts([node], { textOf, calls })) changed.add(head);
      isOpen ||= changed.size > size;
    }
    if (isOpen && round === MOST_ROUNDS) {
      own.clear();
      isOpen = false;
    }
  }
  return calls;
}

function parameterAt(parameters: readonly Parameter[], at: number | string): Parameter | undefined {
  if (typeof at === 'string') return parameters.find(({ names }) => names[0] === at);
  const rest = parameters.findIndex(({ isRest }) => isRest);
  return parameters[rest === -1 ? at : Math.min(rest, at)];
}

function findFunctions(top: SyntaxNode, textOf: TextOf): Map<string, OwnFunction> {
  const found = new Map<string, OwnFunction>();
  for (const [name, node] of topFunctions(top, textOf)) {
    const list = node.getChild('ParamList');
    const hasOther = /\b(?:arguments|eval)\b/.test(textOf(node));
    if (list && !hasOther) {
      const changed = boundNames([node], textOf);
      found.set(name, { node, parameters: parametersIn(list, textOf), changed });
    }
  }
  const counts = countNames(top, textOf);
  // A name may also mean something else.
  for (const name of found.keys()) if (counts.get(name) !== 1) found.delete(name);
  return found;
}

function topFunctions(top: SyntaxNode, textOf: TextOf): [string, SyntaxNode][] {
  const statements = childrenOf(top).flatMap((one) =>
    one.name === 'ExportDeclaration' ? childrenOf(one) : [one],
  );
  return statements.flatMap((statement): [string, SyntaxNode][] => {
    const children = childrenOf(statement);
    const name = children.find((one) => /^Variable(?:Definition|Name)$/.test(one.name));
    const isFunction = functions.has(statement.name);
    const value = isFunction ? statement : children.find((one) => functions.has(one.name));
    const isValue =
      isFunction || (statement.name === 'VariableDeclaration' && children.length === 4);
    return name && value && isValue ? [[textOf(name), value]] : [];
  });
}

function parametersIn(list: SyntaxNode, textOf: TextOf): Parameter[] {
  const parameters: Parameter[] = [{ names: [], isRest: false }];
  for (let one = list.firstChild; one; one = one.nextSibling) {
    const { names, isRest } = parameters.at(-1) ?? { names: [], isRest: false };
    if (one.name === ',') parameters.push({ names: [], isRest: false });
    else if (spreads.has(one.name)) parameters.splice(-1, 1, { names, isRest: true });
    else if (/^(?:Variable\w+|\w+Pattern)$/.test(one.name) && names.length === 0) {
      parameters.splice(-1, 1, { names: wordsIn(textOf(one)), isRest });
    }
  }
  // `/` stands for no argument.
  return parameters.filter(({ names, isRest }) => isRest || names.length > 0);
}

/** How often each name is declared or assigned. */
function countNames(top: SyntaxNode, textOf: TextOf): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const left = [top];
  for (let node = left.pop(); node; node = left.pop()) {
    const isList = node.name === 'ParamList';
    for (const name of wordsIn(isList ? textOf(node) : boundBy(node, textOf))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (let child = isList ? null : node.firstChild; child; child = child.nextSibling) {
      left.push(child);
    }
  }
  return counts;
}
