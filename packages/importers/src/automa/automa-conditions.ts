import { asList, asNumber, asText, member } from '../draft/json.ts';
import type { NodeDocument } from '../draft/mapping.ts';
import { countInto, extract } from '../draft/nodes.ts';
import { bindReferences } from './automa-references.ts';
import type { AutomaState } from './automa-state.ts';
import { readTarget } from './automa-target.ts';
import type { AutomaBlock } from './read-workflow.ts';

export interface AutomaCase {
  /** The block's output for this case. */
  readonly output: string;
  readonly condition: string;
  /** Nodes that determine the values in the condition. */
  readonly before: readonly NodeDocument[];
}

const signs: ReadonlyMap<string, string> = new Map([
  ['==', '=='],
  ['eq', '=='],
  ['!=', '!='],
  ['nq', '!='],
  ['>', '>'],
  ['gt', '>'],
  ['>=', '>='],
  ['gte', '>='],
  ['<', '<'],
  ['lt', '<'],
  ['<=', '<='],
  ['lte', '<='],
]);
/** Comparisons of texts. `i`: whatever their case. */
const containment: ReadonlyMap<string, string> = new Map([
  ['cnt', 'in'],
  ['cni', 'in'],
  ['nct', 'not in'],
  ['nci', 'not in'],
]);

/** Returns the branches of a block in order; undefined if one of them cannot be converted. */
export function conditionOf(block: AutomaBlock, state: AutomaState): AutomaCase[] | undefined {
  if (block.label === 'element-exists') return exists(block, state);
  if (member(block.data, 'retryConditions') === true) {
    state.notes.add('It checks its conditions once, without retries.');
  }
  const cases = asList(member(block.data, 'conditions')).map((one) => readCase(one, state));
  return cases.includes(undefined) ? undefined : cases.filter((one) => one !== undefined);
}

/** Returns the condition of a loop; undefined if it cannot be converted. */
export function loopCondition({ data }: AutomaBlock, state: AutomaState): AutomaCase | undefined {
  return readCase({ conditions: member(data, 'conditions') }, state);
}

function exists({ data, id }: AutomaBlock, state: AutomaState): AutomaCase[] | undefined {
  const locator = readTarget(data, state);
  if (locator === undefined) return undefined;
  const name = state.draft.names.fresh(`exists_${id}`);
  // Hidden elements exist, too.
  const node = countInto(locator.replace(/\.first$/, ''), name, longestWait(data));
  return [{ output: '1', condition: `${name}[0] > 0`, before: [node] }];
}

/** Automa looks `tryCount` times, and waits `timeout` milliseconds after each try. */
function longestWait(data: unknown): number | undefined {
  const tries = asNumber(member(data, 'tryCount'));
  const timeoutMs = asNumber(member(data, 'timeout'));
  if (tries === undefined && timeoutMs === undefined) return undefined;
  return Math.min(3600, (Math.max(1, tries ?? 1) * Math.max(0, timeoutMs ?? 500)) / 1000);
}

function readCase(given: unknown, state: AutomaState): AutomaCase | undefined {
  const output = asText(member(given, 'id')) ?? '1';
  const groups = asList(member(given, 'conditions'));
  if (groups.length === 0) return undefined;
  const before: NodeDocument[] = [];
  const any = groups.map((group) => readGroup(group, { state, before }));
  if (any.includes(undefined)) return undefined;
  return { output, condition: any.join(' or '), before };
}

interface Reading {
  readonly state: AutomaState;
  /** Gets the nodes that determine values of the page. */
  readonly before: NodeDocument[];
}

function readGroup(group: unknown, reading: Reading): string | undefined {
  const all = asList(member(group, 'conditions')).map((one) =>
    readComparison(asList(member(one, 'items')), reading),
  );
  return all.length === 0 || all.includes(undefined) ? undefined : `(${all.join(' and ')})`;
}

/** Reads a comparison: a value, an operator and another value; or whether an element exists. */
function readComparison(items: readonly unknown[], reading: Reading): string | undefined {
  const sign = items.find((item) => member(item, 'category') === 'compare');
  const values = items.filter((item) => member(item, 'category') === 'value');
  const [only, ...others] = values;
  if (sign === undefined && others.length === 0) return readPresence(only, reading);
  const type = asText(member(sign, 'type')) ?? '';
  const operator = signs.get(type) ?? containment.get(type);
  const [left, right] = values.map((value) => readValue(value, reading));
  // A text of the page that is blank is None.
  if (values.some(isText) && (left === '""' || right === '""')) return undefined;
  return left === undefined || right === undefined || operator === undefined
    ? undefined
    : compare(left, type, right);
}

/** Automa looks once. */
function readPresence(item: unknown, { state, before }: Reading): string | undefined {
  const type = member(item, 'type');
  if (type !== 'element#exists' && type !== 'element#notExists') return undefined;
  const locator = readTarget(member(item, 'data'), state);
  if (locator === undefined) return undefined;
  const name = state.draft.names.fresh('exists');
  before.push(countInto(locator.replace(/\.first$/, ''), name, 0));
  return `${name}[0] ${type === 'element#exists' ? '>' : '=='} 0`;
}

const isText = (item: unknown): boolean => member(item, 'type') === 'element#text';

function readValue(item: unknown, { state, before }: Reading): string | undefined {
  const data = member(item, 'data');
  if (isText(item)) {
    const locator = readTarget(data, state);
    if (locator === undefined) return undefined;
    const name = state.draft.names.fresh('text');
    before.push(extract(locator, name));
    return `${name}[0]`;
  }
  if (member(item, 'type') !== 'value') return undefined;
  const text = bindReferences(asText(member(data, 'value')) ?? '', state);
  if (/^\{\w+\[\w+\]\}$/.test(text)) return text;
  return text.includes('{') ? undefined : JSON.stringify(text);
}

function compare(left: string, type: string, right: string): string {
  const holds = containment.get(type);
  if (holds !== undefined) {
    const lower = type.endsWith('i') ? '.lower()' : '';
    return `str(${right})${lower} ${holds} str(${left})${lower}`;
  }
  const operator = signs.get(type) ?? '==';
  return operator === '==' || operator === '!='
    ? `str(${left}) ${operator} str(${right})`
    : `float(${left}) ${operator} float(${right})`;
}
