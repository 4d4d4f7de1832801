import type { SyntaxNode } from '@lezer/common';
import type { Calls } from './call-arguments.ts';
import type { Chain } from './code.ts';
import { ANY_PART } from './read-methods.ts';
import { followUse, type Use } from './container-uses.ts';
import type { TextOf } from './bound-names.ts';

/** Beyond this, a name stands for all of its contents. */
const MOST_CHAINS = 200;
const LONGEST_PATH = 10;

interface Script {
  readonly textOf: TextOf;
  readonly calls: Calls;
}

/**
 * Returns the lists and records that code may change: all that it does more with than read. A chain
 * that begins with a string refers to nothing that can change.
 */
export function changedParts(nodes: readonly SyntaxNode[], script: Script): readonly Chain[] {
  const changed: Chain[] = [];
  const aliases = new Map<string, Chain[]>();
  const { textOf } = script;
  const hasScope = nodes.some((node) => /\b(?:global|nonlocal)\b/.test(textOf(node)));
  const finding = {
    ...script,
    isLocal: (target: SyntaxNode) => isLocal(target, nodes, hasScope),
    change: (chain: Chain) => void changed.push(chain),
    alias(name: string, chain: Chain) {
      aliases.set(name, [...(aliases.get(name) ?? []), chain]);
    },
  };
  for (const use of usesIn(nodes, textOf)) followUse(use, finding);
  return withOwners(changed, aliases);
}

/** Code after the nodes knows the names that Python assigns outside functions. */
function isLocal(target: SyntaxNode, nodes: readonly SyntaxNode[], hasScope: boolean): boolean {
  const { parent } = target;
  const place = parent?.name ?? '';
  if (/^(?:ParamList|ArrowFunction|ArgList|\w*Comprehension\w*)$/.test(place)) return true;
  if (place === 'AssignmentExpression') return false;
  if (place === 'ForOfSpec' || place === 'VariableDeclaration') {
    return target.name !== 'VariableName' && !parent?.getChild('var');
  }
  const isInside = ({ from, to }: SyntaxNode): boolean =>
    nodes.some((node) => node.from <= from && to <= node.to);
  for (let at = parent; at && isInside(at); at = at.parent) {
    if (at.name === 'FunctionDefinition') return !hasScope;
  }
  return false;
}

/** Adds what other names of the same code stand for. */
function withOwners(
  changed: readonly Chain[],
  aliases: ReadonlyMap<string, readonly Chain[]>,
): readonly Chain[] {
  const found = new Map<string, Chain>();
  const add = (chain: Chain): void => {
    const isLong = found.size > MOST_CHAINS || chain.steps.length > LONGEST_PATH;
    const kept = isLong ? { ...chain, steps: [] } : chain;
    const key = JSON.stringify([kept.head, kept.steps.map(({ name, values }) => [name, values])]);
    if (!found.has(key)) found.set(key, kept);
  };
  for (const chain of changed) add(chain);
  // Iterating over a map also yields what is added during the iteration.
  for (const { head, steps } of found.values()) {
    for (const owner of aliases.get(head) ?? []) {
      const isAny = owner.steps.at(-1)?.name === ANY_PART;
      add({ ...owner, steps: isAny ? owner.steps : [...owner.steps, ...steps] });
    }
  }
  return [...found.values()];
}

/** Returns the names that are used for their values in the code. */
function usesIn(nodes: readonly SyntaxNode[], textOf: TextOf): Use[] {
  const uses: Use[] = [];
  // Without recursion: chains of calls may be long.
  const left = [...nodes];
  for (let node = left.pop(); node; node = left.pop()) {
    if (isUse(node)) {
      uses.push({ node, chain: { kind: 'chain', head: textOf(node), steps: [] } });
    }
    for (let child = node.firstChild; child; child = child.nextSibling) left.push(child);
  }
  return uses;
}

function isUse({ name, parent, prevSibling, nextSibling }: SyntaxNode): boolean {
  // `{ rows }`
  if (name === 'PropertyDefinition') return parent?.name === 'Property' && nextSibling === null;
  if (name !== 'VariableName') return false;
  const isDefault = prevSibling?.name === 'AssignOp' || prevSibling?.name === 'Equals';
  if (parent?.name === 'ParamList') return isDefault;
  // `login(page, user=x)`: the name of an argument.
  return parent?.name !== 'ArgList' || nextSibling?.name !== 'AssignOp';
}
