import { asText, member } from '../draft/json.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { AutomaState } from './automa-state.ts';

/** A reference in double braces, which contains no closing braces itself. */
const REFERENCE = /\{\{(?<key>.*?)\}\}/g;

interface Binding {
  /** What becomes of a reference that only a task can resolve. */
  readonly unknown?: 'input' | 'secret';
  /** Whether an element of a loop may be used in the text, which is a selector. */
  readonly isSelector?: boolean;
}

/** Replaces every `{{reference}}` with a placeholder. Notes those whose value a task supplies. */
export function bindReferences(
  text: string,
  state: AutomaState,
  { unknown = 'input', isSelector = false }: Binding = {},
): string {
  if (text.startsWith('!!')) return declareCode(state);
  return text.replaceAll(REFERENCE, (...match) => {
    const { key = '' } = match.at(-1) as { key?: string };
    const name = key.trim();
    if (name === '') return '';
    const bound = bindReference(name, state);
    // As text, an element has no meaning.
    const isBound = bound !== undefined && (isSelector || !bound.startsWith('{locator['));
    return isBound ? bound : declareUnknown(name, state, unknown);
  });
}

/** Returns undefined if no placeholder stands for the reference. */
function bindReference(key: string, state: AutomaState): string | undefined {
  const [, source, rest = ''] =
    /^(variables|loopData|secrets|globalData)[@.]([^]+)$/.exec(key) ?? [];
  if (source === undefined) return undefined;
  const [, name = '', path = ''] = /^([^.[]+)([^]*)$/.exec(rest) ?? [];
  const { names } = state.draft;
  if (source === 'loopData') return bindLoop(name, path, state);
  if (source === 'globalData') return bindGlobal(rest, state);
  if (name === '') return undefined;
  if (source === 'secrets' || state.secretVariables.has(name)) {
    return names.secret(name, '', `${source}@${rest}`);
  }
  const { parameters, written } = state.given;
  const steps = pathOf(path, state);
  if (steps === undefined || !(parameters.has(name) || written.has(name))) return undefined;
  // A text has no members.
  if (steps !== '' && !state.lists.has(name)) return undefined;
  return `{${variableBase(name, state)}${steps}}`;
}

/** Global data has the same value in every run unless a task gives another one. */
function bindGlobal(name: string, { draft: { names }, given }: AutomaState): string | undefined {
  const value = given.globalData.get(name);
  if (value === undefined || value.includes('{') || isSecretName(name)) return undefined;
  return names.input(name, value, `{{globalData@${name}}}`);
}

/**
 * Returns the placeholder of a variable, without its braces. A parameter of the trigger is an input,
 * unless blocks write it, too.
 */
export function variableBase(name: string, { draft, responses, given }: AutomaState): string {
  const { parameters, written } = given;
  const start = parameters.get(name);
  if (start !== undefined && !written.has(name)) {
    return draft.names.input(name, start, `{{variables@${name}}}`).slice(1, -1);
  }
  const variable = draft.names.variable(name, start === undefined ? [] : [start]);
  return responses.get(name) ?? `${variable}[0]`;
}

function bindLoop(id: string, path: string, state: AutomaState): string | undefined {
  const loop = state.loops.get(id);
  if (!loop) return undefined;
  if (path === '.$index') return `{${loop.index}}`;
  if (loop.columns) {
    const column = loop.columns.get(path.replace(/^\./, ''));
    return column && `{${column}[${loop.index}]}`;
  }
  const steps = pathOf(path, state);
  const isElement = loop.item.startsWith('locator[');
  return steps === undefined || (isElement && steps !== '') ? undefined : `{${loop.item}${steps}}`;
}

const STEP =
  /^(?:\.?\[\s*(?<bracket>\d{1,9})\s*\]|\.(?<position>\d{1,9})(?![\w-])|\.?\[\s*loopData[@.](?<loop>[^\].]+)\.\$index\s*\]|\.(?<key>[A-Za-z_][\w-]*))/;

/** Writes a path such as `.0.name` or `.[loopData.rows.$index]` in the notation of Errand. */
export function pathOf(path: string, state: AutomaState): string | undefined {
  let rest = path.trim();
  let steps = '';
  while (rest !== '') {
    const found = STEP.exec(rest);
    const { bracket, position, loop, key } = found?.groups ?? {};
    const index = bracket ?? position ?? (loop && state.loops.get(loop)?.index);
    if (!found || (key === undefined && index === undefined)) return undefined;
    steps += key === undefined ? `[${index}]` : `.${key}`;
    rest = rest.slice(found[0].length);
  }
  return steps;
}

function declareUnknown(
  key: string,
  { draft, notes }: AutomaState,
  kind: 'input' | 'secret',
): string {
  const [, rest = ''] = /^\w+[@.]([^]+)$/.exec(key) ?? [];
  const label = rest === '' ? key : rest;
  const isSecret = kind === 'secret' || isSecretName(label);
  notes.add(`Tasks supply the value of {{${key}}} as ${isSecret ? 'a secret' : 'an input'}.`);
  // A function or the last block's data may differ each time.
  const isFixed = rest !== '' && !key.startsWith('$');
  const { inputs, secrets } = draft.names;
  const origin = isFixed ? `{{${key}}}` : `{{${key}}} ${inputs.size + secrets.size}`;
  return isSecret ? draft.names.secret(label, '', origin) : draft.names.input(label, '', origin);
}

/** A text that begins with !! is JavaScript, which the extension evaluates. */
function declareCode({ draft: { names }, notes }: AutomaState): string {
  notes.add('Tasks supply the value of its code (!!) as an input.');
  return names.input('code', '', `code ${names.inputs.size}`);
}

export const dataText = (data: unknown, name: string, state: AutomaState): string =>
  bindReferences(asText(member(data, name)) ?? '', state);
