import type { Code } from '../code/code.ts';
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
}

/** Follows names to their values. */
export function resolveValue(code: Code | undefined, state: ScriptState): Code | undefined {
  if (code?.kind !== 'chain') return code;
  const { head, steps } = code;
  const record = state.values.get(head);
  if (steps.length === 0 && record && record.kind !== 'chain') return record;
  const [step, ...others] = steps;
  const isMember = step && others.length === 0 && !step.values;
  if (isMember && record?.kind === 'record') return record.entries.get(step.name) ?? code;
  return code;
}

export function readText(code: Code | undefined, state: ScriptState): ScriptText | undefined {
  const value = resolveValue(code, state);
  const name = code?.kind === 'chain' ? (code.steps.at(-1)?.name ?? code.head) : undefined;
  const named = name === undefined ? {} : { name };
  switch (value?.kind) {
    case 'text':
      return { text: value.text, ...named };
    case 'number':
      return { text: String(value.number), ...named };
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
    one?.isUnknown ? state.draft.names.input(one.name ?? 'value', '') : (one?.text ?? ''),
  );
  return { text: placed.join(''), isComposed: true };
}

function unknown(code: Code, _state: ScriptState): ScriptText | undefined {
  return code.kind === 'chain' || code.kind === 'other' ? { text: '', isUnknown: true } : undefined;
}

/** Reads a variable of the run or of the environment, or a name without a known value. */
function readName(chain: Code & { kind: 'chain' }, state: ScriptState): ScriptText | undefined {
  const { head, steps } = resolveChain(chain, state);
  const variable = state.variables.get(head);
  if (variable !== undefined && steps.every(({ name }) => harmless.has(name))) {
    return { text: `{${variable}[0]}`, isComposed: true };
  }
  const environment = environmentName(head, steps);
  const name =
    environment ?? steps.findLast((step) => step.name !== '' && step.name !== '[]')?.name ?? head;
  return { text: '', name, isUnknown: true };
}

/** Calls that hardly change a string. */
const harmless = new Set(['strip', 'trim', '', 'value']);

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
  const name = found.name ?? 'value';
  return isSecretName(name) ? undefined : state.draft.names.input(name, '');
}

export function readNumber(code: Code | undefined, state: ScriptState): number | undefined {
  const value = resolveValue(code, state);
  return value?.kind === 'number' ? value.number : undefined;
}

export function isTrue(code: Code | undefined): boolean {
  return code?.kind === 'boolean' && code.isTrue;
}
