import type { Code, CodeStep } from '../code/code.ts';
import { quote } from '../draft/locators.ts';
import { ownValue } from '../draft/own-value.ts';
import { printEngineSelector } from './engine-selector.ts';
import { readText, resolveValue, unknownInput } from './script-values.ts';
import { resolveChain, type ScriptState } from './script-state.ts';

const finders = new Set(
  'and_ content_frame filter first frame_locator get_by_alt_text get_by_label get_by_placeholder get_by_role get_by_test_id get_by_text get_by_title last locator nth or_'.split(
    ' ',
  ),
);
const properties = new Set(['first', 'last', 'content_frame']);
/** Steps of JavaScript with their Python names. */
const renamed: Readonly<Record<string, string>> = { and: 'and_', or: 'or_' };

/** Splits a chain into the steps that find elements and those that act on them. */
export function splitChain(steps: readonly CodeStep[]): {
  readonly finding: readonly CodeStep[];
  readonly acting: readonly CodeStep[];
} {
  const named = steps
    .map((step) => ({ ...step, name: ownValue(renamed, step.name) ?? step.name }))
    .filter(({ name }) => name !== 'describe' && name !== 'main_frame');
  const end = named.findIndex((step, index) => !isFinder(step, named[index + 1]));
  return end === -1
    ? { finding: named, acting: [] }
    : { finding: named.slice(0, end), acting: named.slice(end) };
}

function isFinder({ name, values }: CodeStep, _next: CodeStep | undefined): boolean {
  if (name === 'frame') return values !== undefined;
  return finders.has(name);
}

/** Writes steps as an Errand locator; undefined if Errand locators lack one of them. */
export function printLocator(steps: readonly CodeStep[], state: ScriptState): string | undefined {
  const written = steps.map((step) => printStep(step, state));
  if (written.length === 0 || written.includes(undefined)) return undefined;
  return written.join('.');
}

function printStep(step: CodeStep, state: ScriptState): string | undefined {
  const { name, values = [], options } = step;
  if (properties.has(name)) return name;
  if (name === 'frame') return printFrame(step, state);
  if (name === 'locator' || name === 'frame_locator') {
    const [selector] = values;
    if (selector?.kind === 'text' && selector.text.includes('internal:')) {
      const hasMore = values.length > 1 || options.size > 0;
      return hasMore ? undefined : printEngineSelector(selector.text, name);
    }
  }
  const last = values.at(-1);
  const positional = last?.kind === 'record' ? values.slice(0, -1) : values;
  const parts = [
    ...positional.map((value) => printValue(value, state)),
    ...[...options].map(([key, value]) => {
      const printed = printValue(value, state);
      return printed === undefined ? undefined : `${key}=${printed}`;
    }),
  ];
  if (parts.includes(undefined)) return undefined;
  return `${name}(${parts.join(', ')})`;
}

/** `page.frame("name")` finds a frame by its name or address. */
function printFrame({ values = [], options }: CodeStep, state: ScriptState): string | undefined {
  const name = readText(options.get('name') ?? values[0], state);
  if (name && name.text !== '')
    return `frame_locator(${quote(`iframe[name=${JSON.stringify(name.text)}]`)})`;
  const url = readText(options.get('url'), state);
  if (!url || url.text === '') return undefined;
  return `frame_locator(${quote(`iframe[src=${JSON.stringify(url.text)}]`)})`;
}

function printValue(code: Code, state: ScriptState): string | undefined {
  const value = resolveValue(code, state) ?? code;
  if (value.kind === 'boolean') return value.isTrue ? 'True' : 'False';
  if (value.kind === 'none') return 'None';
  if (value.kind === 'number') return String(value.number);
  if (value.kind === 'pattern') return printPattern(value.source, value.flags);
  if (code.kind === 'chain') {
    const chain = resolveChain(code, state);
    const { finding, acting } = splitChain(chain.steps);
    if (finding.length > 0 && acting.length === 0) return printLocator(finding, state);
  }
  const text = readText(code, state);
  if (!text) return undefined;
  return quote(text.isUnknown ? unknownInput(text, state) : text.text);
}

function printPattern(source: string, flags: readonly string[]): string {
  const names = flags.map((flag) => `re.${flag}`).join(' | ');
  return `re.compile(${quote(source)}${names === '' ? '' : `, ${names}`})`;
}
