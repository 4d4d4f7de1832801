import type { Code, Statement } from '../code/code.ts';
import { forget, forgetContents, resolveChain, type ScriptState } from './script-state.ts';

/** Forgets the names that a statement gives another value, and what its functions may change. */
export function forgetChanged(
  { binds = [], mentions = [] }: Pick<Statement, 'binds' | 'mentions'>,
  state: ScriptState,
): void {
  for (const name of binds) {
    forgetContents(name, state);
    forget(name, state);
  }
  for (const name of mentions) forgetIfHeld(name, state);
}

/** Forgets the lists and records that the calls of a statement get and may change. */
export function forgetMentioned(statement: Statement, state: ScriptState): void {
  for (const chain of codesOf(statement).flatMap((code) => chainsIn(code))) {
    const { head } = resolveChain(chain, state);
    const changes = chain.steps.some(({ name, values }) => values && !readers.has(name));
    if (!changes || harmlessHeads.has(head) || state.tabs.has(head)) continue;
    for (const one of chainsIn(chain)) forgetIfHeld(one.head, state);
  }
}

/** Notes that names hold the list or the record of other names, or a part of it. */
export function shareContents(value: Code, names: readonly string[], state: ScriptState): void {
  const owners = chainsIn(value)
    .map(({ head }) => head)
    .filter((head) => isHeld(head, state));
  for (const owner of owners) for (const name of names) joinGroups(owner, name, state);
}

/** Moves the smaller group into the larger one: a script may have many names for one list. */
function joinGroups(one: string, other: string, { sharing }: ScriptState): void {
  const groups = [one, other].map((name) => sharing.get(name) ?? new Set([name]));
  const [small, large] = groups.toSorted((a, b) => a.size - b.size);
  if (!small || !large || small === large) return;
  for (const name of [one, other, ...small]) {
    large.add(name);
    sharing.set(name, large);
  }
}

/** Subscripts and methods that leave their list or record as it is. */
const readers = new Set(
  '[] copy count get includes index index_of items join keys values'.split(' '),
);
/** Test functions and output: what they get stays as it is. */
const harmlessHeads = new Set(['console', 'expect', 'print', 'test']);

function isHeld(name: string, { values }: ScriptState): boolean {
  const kind = values.get(name)?.kind;
  return kind === 'list' || kind === 'record';
}

function forgetIfHeld(name: string, state: ScriptState): void {
  if (isHeld(name, state)) forgetContents(name, state);
}

function codesOf(statement: Statement): readonly Code[] {
  switch (statement.kind) {
    case 'value':
    case 'assignment':
      return [statement.value];
    case 'assert':
      return [statement.left, ...(statement.right ? [statement.right] : [])];
    case 'with':
      return statement.resources.map(({ value }) => value);
    case 'class':
    case 'declaration':
    case 'function':
    case 'program':
    default:
      return [];
  }
}

/** The chain itself and those in its arguments, lists, records and templates. */
function chainsIn(code: Code): (Code & { kind: 'chain' })[] {
  switch (code.kind) {
    case 'chain': {
      const inside = code.steps.flatMap(({ values = [], options }) => [
        ...values,
        ...options.values(),
      ]);
      return [code, ...inside.flatMap((one) => chainsIn(one))];
    }
    case 'list':
      return code.elements.flatMap((one) => chainsIn(one));
    case 'record':
      return [...code.entries.values()].flatMap((one) => chainsIn(one));
    case 'template':
      return code.pieces.flatMap((one) => chainsIn(one));
    case 'boolean':
    case 'function':
    case 'none':
    case 'number':
    case 'other':
    case 'pattern':
    case 'text':
    default:
      return [];
  }
}
