import {
  type Chain,
  type Code,
  type CodeStep,
  entriesNamed,
  ownName,
  type Statement,
  withOwnName,
} from '../code/code.ts';
import { isHarmless } from '../code/call-arguments.ts';
import { ANY_PART, callers, partReaders, plainReaders } from '../code/read-methods.ts';
import {
  forget,
  forgetContents,
  forgetOwn,
  resolveChain,
  type ScriptState,
} from './script-state.ts';

/** Forgets the names that a statement gives another value, and what its functions may change. */
export function forgetChanged(
  { binds = [], mentions = [] }: Pick<Statement, 'binds' | 'mentions'>,
  state: ScriptState,
): void {
  for (const name of binds.flatMap((one) => [one, ownName(one)])) {
    forgetContents(name, state);
    forget(name, state);
  }
  forgetHeld(mentions, state);
}

/** Forgets the lists and records that the calls of a statement get and may change. */
export function forgetMentioned(statement: Statement, state: ScriptState): void {
  for (const chain of codesOf(statement).flatMap((code) => chainsIn(code))) {
    const { head } = resolveChain(chain, state);
    const changes = chain.steps.some(
      (step) => step.values && (!readers.has(step.name) || passesOn(step)),
    );
    if (!changes || changesNothing(head, chain.steps, state)) continue;
    const given = chain.steps.flatMap((step, index) =>
      changedBy(step, index === 0 ? head : '', state),
    );
    forgetHeld([chain, ...given.flatMap((code) => chainsIn(code))], state);
  }
}

function changesNothing(
  head: string,
  [first, ...others]: readonly CodeStep[],
  state: ScriptState,
): boolean {
  const name = first?.name === '' || !first ? head : `${head}.${first.name}`;
  if (name === 'type' && others.length > 0) return false;
  return isHarmless(head, name, state.calls) || state.tabs.has(head);
}

/** Returns the arguments that a call may change. `callee`: the function itself, if it has a name. */
function changedBy(
  { name, values = [], options }: CodeStep,
  callee: string,
  state: ScriptState,
): Code[] {
  const isOwn = name === '' && callee !== '';
  const spread = values.findIndex((value) => value.kind === 'other' && SPREADS.test(value.text));
  const isChanged = (_: Code, at: number | string): boolean =>
    !isOwn ||
    (spread !== -1 && typeof at === 'number' && at >= spread) ||
    !state.calls.keeps(callee, at);
  const last = values.at(-1);
  const given = new Set(last?.kind === 'record' ? last.entries.values() : []);
  const named = [...options]
    .filter(([key, code]) => !given.has(code) && isChanged(code, key))
    .map(([, code]) => code);
  return [...values.filter(isChanged), ...named];
}

const SPREADS = /^(?:\.\.\.|\*\*?)$/;

/** Notes what the functions in a statement may change later. */
export function noteFunctions(statement: Statement, { changes }: ScriptState): void {
  const { kind, inside = [], mentions = [] } = statement;
  if (kind !== 'function' && kind !== 'class' && inside.length === 0) return;
  for (const chain of mentions) {
    const known = changes.get(chain.head);
    if (known) known.push({ chain });
    else changes.set(chain.head, [{ chain }]);
  }
}

/** Forgets a list or a record that a function before it may change when it is called. */
export function forgetChangedByFunctions(name: string, line: number, state: ScriptState): void {
  const changes = state.changes.get(name) ?? [];
  const before = changes.filter(({ lastLine = 0 }) => lastLine < line);
  forgetHeld(
    before.map(({ chain }) => chain),
    state,
  );
}

/** Forgets the lists and records that code may change. */
export function forgetHeld(chains: readonly Chain[], state: ScriptState): void {
  if (chains.some(isOwner)) forgetOwn(state);
  for (const chain of chains.flatMap(meaningsOf)) {
    if (mayChange(chain, state)) forgetContents(chain.head, state);
  }
}

/** Whether a chain stands for an object with all its attributes, or for its class. */
const isOwner = (chain: Chain): boolean =>
  chain.steps.length === 0
    ? /^(?:cls|self|self\.__class__|self\.__dict__|setattr)$/.test(chain.head)
    : /^self\.__dict__$/.test(withOwnName(chain).head) || chain.head === 'setattr';

/** `TestOrders.rows`, `type(self).rows` and `self.__class__.rows` may be `self.rows`. */
function meaningsOf(chain: Chain): readonly Chain[] {
  const [first, ...steps] = chain.steps;
  const isClass = first?.name === '__class__' || (chain.head === 'type' && first?.name === '');
  return [chain, withOwnName({ ...chain, head: 'self', ...(isClass && { steps }) })];
}

/** Returns whether code that gets what a chain stands for may change a list or a record. */
function mayChange({ head, steps }: Chain, { values }: ScriptState): boolean {
  let parts = [values.get(head)].filter(isContainer);
  for (const step of steps) {
    if (parts.length === 0) return false;
    const isCall = step.values && step.name !== '[]';
    const isOwn = parts.some(
      (part) => part.kind === 'record' && entriesNamed(part.entries, step.name).length > 0,
    );
    if (isCall && plainReaders.has(step.name) && !isOwn) return passesOn(step);
    if (isCall && (passesOn(step) || !partReaders.has(step.name))) return true;
    if (isCall || step.name === ANY_PART) return parts.flatMap(partsOf).some(isContainer);
    const inside = parts.map((part) => partsAt(part, step));
    // An unknown part may be a method that changes its list.
    if (inside.includes(undefined)) return true;
    parts = inside.flatMap((some) => some ?? []).filter(isContainer);
  }
  return parts.length > 0;
}

/** Whether a function that is defined elsewhere gets the parts of a list, or the list. */
const passesOn = ({ name, values = [] }: CodeStep): boolean =>
  callers.has(name) && values.some(({ kind }) => kind === 'chain' || kind === 'other');

type Container = Code & { readonly kind: 'list' | 'record' };

const isContainer = (code: Code | undefined): code is Container =>
  code?.kind === 'list' || code?.kind === 'record';

const partsOf = (whole: Container): readonly Code[] =>
  whole.kind === 'list' ? whole.elements : [...whole.entries.values()];

/** Returns undefined if it is not known. */
function partsAt(whole: Container, { name, values }: CodeStep): readonly Code[] | undefined {
  if (name !== '[]') {
    if (whole.kind === 'list' && name === 'length') return [];
    const found = whole.kind === 'record' ? entriesNamed(whole.entries, name) : [];
    return found.length > 0 ? found : undefined;
  }
  const [key] = values ?? [];
  const one =
    key?.kind === 'number' && whole.kind === 'list'
      ? whole.elements[key.number]
      : key?.kind === 'text' && whole.kind === 'record'
        ? whole.entries.get(key.text)
        : undefined;
  return one ? [one] : partsOf(whole);
}

/** Notes that names hold the list or the record of other names, or part of it. */
export function shareContents(value: Code, names: readonly string[], state: ScriptState): void {
  const owners = chainsIn(value)
    .map((chain) => withOwnName(chain).head)
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

/** Subscripts and methods that leave their list or record unchanged. */
const readers = new Set(['[]', 'copy', 'get', 'items', 'values', ...plainReaders]);

const isHeld = (name: string, { values }: ScriptState): boolean => isContainer(values.get(name));

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
function chainsIn(code: Code): Chain[] {
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
