import {
  type Chain,
  type Code,
  type CodeStep,
  entriesNamed,
  OTHER_ENTRIES,
  withOwnName,
} from '../code/code.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import { type ScriptState, resolveChain } from './script-state.ts';

/** A string in a script, with placeholders for what is known only at run time. */
export interface ScriptText {
  readonly text: string;
  /** The name of the script's variable that it comes from. */
  readonly name?: string;
  /** Whether the text has placeholders. */
  readonly isComposed?: boolean;
  /** Whether the script does not contain the value. */
  readonly isUnknown?: boolean;
  /** What an unknown value comes from: the same origin, the same value. */
  readonly origin?: string;
}

const DEEPEST_NAME = 20;

/** Follows names, members and subscripts to their values. */
export function resolveValue(code: Code | undefined, state: ScriptState): Code | undefined {
  let found = code;
  for (let depth = 0; found?.kind === 'chain' && depth < DEEPEST_NAME; depth += 1) {
    const next = followName(found, state);
    if (!next) break;
    found = next;
  }
  return found;
}

function followName(chain: Chain, state: ScriptState): Code | undefined {
  const { head, steps } = withOwnName(chain);
  const value = state.values.get(head);
  if (!value || value.kind === 'chain') return undefined;
  return steps.reduce<Code | undefined>(
    (whole, step) => whole && partOf(whole, step, state),
    value,
  );
}

function partOf(whole: Code, { name, values }: CodeStep, state: ScriptState): Code | undefined {
  if (whole.kind === 'record' && whole.entries.has(OTHER_ENTRIES)) return undefined;
  if (whole.kind === 'list' && name === 'length' && !values) {
    return { kind: 'number', number: whole.elements.length };
  }
  if (whole.kind === 'record' && !values) {
    const found = entriesNamed(whole.entries, name);
    return found.length === 1 ? found[0] : undefined;
  }
  const [index] = name === '[]' && values?.length === 1 ? values : [];
  const key = resolveValue(index, state);
  if (whole.kind === 'record' && key?.kind === 'text') return whole.entries.get(key.text);
  const isPosition = whole.kind === 'list' && key?.kind === 'number' && key.number >= 0;
  return isPosition ? whole.elements[key.number] : undefined;
}

const MOST_PIECES = 1000;

/**
 * Replaces the names in a value with what they mean now: they may get other values later. `names`
 * are those that get the value.
 */
export function freeze(
  code: Code,
  state: ScriptState,
  { names, depth = 0 }: { names: readonly string[]; depth?: number },
): Code {
  const found = resolveValue(code, state) ?? code;
  const isItself = found.kind === 'chain' && depth > 0 && names.includes(withOwnName(found).head);
  if (isItself || depth > DEEPEST_NAME) return { kind: 'other', text: '' };
  const inner = (one: Code): Code => freeze(one, state, { names, depth: depth + 1 });
  if (found.kind === 'list') return { ...found, elements: found.elements.map(inner) };
  if (found.kind === 'record') {
    return {
      ...found,
      entries: new Map([...found.entries].map(([key, one]) => [key, inner(one)])),
    };
  }
  if (found.kind !== 'template') return found;
  const pieces = found.pieces
    .map(inner)
    .flatMap((one) => (one.kind === 'template' ? one.pieces : [one]));
  return pieces.length > MOST_PIECES ? { kind: 'other', text: '' } : { ...found, pieces };
}

export function readText(code: Code | undefined, state: ScriptState): ScriptText | undefined {
  const value = resolveValue(code, state);
  const name = code?.kind === 'chain' ? labelOf(code, state) : undefined;
  const named = name === undefined ? {} : { name };
  switch (value?.kind) {
    case 'text':
      return { text: value.text, ...named };
    case 'number':
      return { text: value.text ?? String(value.number), ...named };
    case 'template':
      return readTemplate(value.pieces, state);
    case 'chain':
      return readName(value, state);
    case 'boolean':
    case 'none':
    case 'pattern':
    case 'list':
    case 'record':
    case 'function':
    case 'other':
    case undefined:
    default:
      return undefined;
  }
}

function readTemplate(pieces: readonly Code[], state: ScriptState): ScriptText | undefined {
  const texts = pieces.map((piece) => readText(piece, state) ?? unknown(piece, state));
  if (texts.some((text) => text === undefined)) return undefined;
  const placed = texts.map((one) =>
    one?.isUnknown ? unknownInput(one, state) : (one?.text ?? ''),
  );
  return { text: placed.join(''), isComposed: true };
}

function unknown(code: Code, state: ScriptState): ScriptText | undefined {
  const value = resolveValue(code, state);
  if (value?.kind !== 'other') return undefined;
  const name = code.kind === 'chain' ? labelOf(code, state) : undefined;
  return { text: '', isUnknown: true, origin: value.text, ...(name !== undefined && { name }) };
}

/** Declares an input for a value that the script does not contain. */
export function unknownInput({ name = 'value', origin }: ScriptText, state: ScriptState): string {
  const placeholder = state.draft.names.input(name, '', origin);
  state.unknownInputs.add(placeholder);
  return placeholder;
}

/** Names a value after its last member and the subscripts: `creds['pin']` is `creds_pin`. */
function labelOf({ head, steps }: Chain, state: ScriptState): string {
  const start = Math.max(0, steps.findLastIndex(({ name }) => name !== '' && name !== '[]') + 1);
  const member = steps[start - 1]?.name ?? head;
  const subscripts = steps.slice(start).flatMap(({ name, values: [index] = [] }) => {
    const key = name === '[]' ? resolveValue(index, state) : undefined;
    return key?.kind === 'text' ? key.text : key?.kind === 'number' ? String(key.number) : [];
  });
  return [member, ...subscripts].join('_');
}

/** Reads a variable of the run or of the environment, or a name without a known value. */
function readName(chain: Code & { kind: 'chain' }, state: ScriptState): ScriptText | undefined {
  const resolved = resolveChain(chain, state);
  const { head, steps } = resolved;
  const variable = state.variables.get(head);
  if (variable !== undefined && steps.every(isHarmless)) {
    return { text: `{${variable}[0]}`, isComposed: true };
  }
  const environment = environmentName(head, steps);
  const name = environment ?? labelOf(chain, state);
  const path = steps.map((step) => [step.name, step.values]);
  const origin = JSON.stringify([head, state.versions.get(head) ?? 0, path]);
  return { text: '', name, isUnknown: true, origin };
}

/** Whether a step takes only white space from the ends of a string. */
export const isTrimming = ({ name, values = [] }: CodeStep): boolean =>
  (name === 'strip' || name === 'trim') && values.length === 0;

/** Steps that hardly change a string. */
const isHarmless = (step: CodeStep): boolean =>
  isTrimming(step) || step.name === '' || step.name === 'value';

function environmentName(
  head: string,
  steps: (Code & { kind: 'chain' })['steps'],
): string | undefined {
  if (head !== 'process' && head !== 'os') return undefined;
  const last = steps.at(-1);
  const [key] = last?.values ?? [];
  return key?.kind === 'text' ? key.text : last?.name;
}

/** Returns a string for a field that is not typed: an unknown value becomes an input. */
export function readPlain(code: Code | undefined, state: ScriptState): string | undefined {
  const found = readText(code, state);
  if (!found) return undefined;
  if (!found.isUnknown) return found.text;
  return isSecretName(found.name ?? '') ? undefined : unknownInput(found, state);
}

export function readNumber(code: Code | undefined, state: ScriptState): number | undefined {
  const value = resolveValue(code, state);
  return value?.kind === 'number' ? value.number : undefined;
}

export function isTrue(code: Code | undefined): boolean {
  return code?.kind === 'boolean' && code.isTrue;
}
