import { asNumber, asText, member } from '../draft/json.ts';
import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { indexField, setVariable } from '../draft/nodes.ts';
import { bindReferences, pathOf, variableBase } from './automa-references.ts';
import { type AutomaLoop, type AutomaState, noteErrors } from './automa-state.ts';
import { readTarget } from './automa-target.ts';
import { readItems } from './loop-items.ts';
import type { AutomaBlock } from './read-workflow.ts';

/** A longer loop fails. */
export const MOST_ITERATIONS = 10_000;

interface Loop {
  readonly id: string;
  readonly data: unknown;
  readonly state: AutomaState;
  /** The nodes of the loop, which are added later. */
  readonly list: NodeDocument[];
  readonly indexName: string;
  /** Declares the placeholder of the current item. */
  readonly startLoop: (item: string, columns?: AutomaLoop['columns']) => void;
}

/** Maps a loop, whose index has its own name, and declares its item. */
export function mapLoop(
  { data, label, id: blockId }: AutomaBlock,
  state: AutomaState,
  list: NodeDocument[],
): { readonly mapping: Mapping; readonly indexName: string } {
  const id = asText(member(data, 'loopId')) ?? blockId;
  const indexName = state.draft.names.freeIndex(state.indexes);
  noteErrors(data, state);
  const through = asText(member(data, 'loopThrough')) ?? '';
  const startLoop: Loop['startLoop'] = (item, columns) => {
    state.loops.set(id, { item, columns, index: indexName, frame: state.frame });
  };
  const loop = { id, data, state, list, indexName, startLoop };
  if (label === 'loop-elements') return { mapping: overElements(loop, 'selector'), indexName };
  if (through === 'elements') return { mapping: overElements(loop, 'elementSelector'), indexName };
  if (through === 'numbers') return { mapping: overNumbers(loop), indexName };
  if (through === 'variable') return { mapping: overVariable(loop), indexName };
  if (through === 'custom-data') return { mapping: overItems(loop), indexName };
  const why = 'The list that it iterates over is in the extension: pass it as an input.';
  return { mapping: skipped(why), indexName };
}

function overElements({ data, state, list, indexName, startLoop }: Loop, field: string): Mapping {
  const target = { selector: member(data, field), findBy: member(data, 'findBy'), multiple: true };
  const locator = readTarget(target, state);
  if (locator === undefined) return skipped('Its selector cannot be used.');
  startLoop(`locator[${indexName}]`);
  const node = { type: 'for_loop_node', locator, ...indexField(indexName), nodes: list };
  return withOrder(data, { ...node, ...limitOf(data) });
}

function limitOf(data: unknown): object {
  const most = Math.trunc(numberOf(member(data, 'maxLoop')) ?? 0);
  return most > 0 ? { max_iterations: most } : {};
}

/** A number, or a text that is one. */
function numberOf(value: unknown): number | undefined {
  const text = asText(value)?.trim();
  if (text === undefined) return asNumber(value);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Errand iterates over all items from the first one. */
function withOrder(data: unknown, node: NodeDocument, ...reasons: string[]): Mapping {
  const whys = [
    ...reasons,
    ...(member(data, 'reverseLoop') === true ? ['It begins at the front, not at the end.'] : []),
    ...((numberOf(member(data, 'startIndex')) ?? 0) > 0
      ? ['It does not leave out the first items (startIndex).']
      : []),
    ...(['', 'none'].includes(asText(member(data, 'loadMoreAction')) ?? '')
      ? []
      : ['It does not load more elements (loadMoreAction).']),
    ...(member(data, 'resumeLastWorkflow') === true
      ? ['It does not continue where an earlier run stopped.']
      : []),
  ];
  return whys.length === 0 ? mapped(node) : approximated(whys.join(' '), node);
}

function overNumbers({ id, data, state, list, indexName, startLoop }: Loop): Mapping {
  const from = numberOf(member(data, 'fromNumber') ?? 1);
  const to = numberOf(member(data, 'toNumber') ?? 10);
  if (from === undefined || to === undefined) return skipped('It needs two numbers.');
  const name = state.draft.names.fresh(`number_${id}`);
  startLoop(`${name}[0]`);
  // Automa always runs the first iteration.
  const count = Math.max(1, Math.floor(to + 1 - from));
  const nodes = countedLoop({ name, from, count, indexName, list });
  return count > MOST_ITERATIONS
    ? approximated(`It fails after ${MOST_ITERATIONS} iterations.`, ...nodes)
    : mapped(...nodes);
}

interface Counting extends Pick<Loop, 'indexName' | 'list'> {
  /** The variable that counts. */
  readonly name: string;
  readonly from: number;
  readonly count: number;
}

/** Returns a loop that counts before each iteration. */
export function countedLoop({ name, from, count, indexName, list }: Counting): NodeDocument[] {
  list.unshift(setVariable({ name, expression: `${name}[0] + 1` }));
  const loop = {
    type: 'while_loop_node',
    condition: `${name}[0] < ${from + count - 1}`,
    max_iterations: Math.min(MOST_ITERATIONS, count),
    ...indexField(indexName),
    nodes: list,
  };
  return [setVariable({ name, value: from - 1 }), loop];
}

function overVariable(loop: Loop): Mapping {
  const { data, state, indexName, startLoop } = loop;
  const given = bindReferences(asText(member(data, 'variableName')) ?? '', state).trim();
  if (given === '' || given.includes('{')) return skipped('It names no variable.');
  const [, name = '', path = ''] = /^([^.[]+)([^]*)$/.exec(given) ?? [];
  const steps = pathOf(path, state);
  const isList = state.lists.has(name) && steps !== undefined;
  const source = isList
    ? `${variableBase(name, state)}${steps}`
    : // The braces and the position of the placeholder are cut off.
      state.draft.names.input(given, '', `list ${given}`).slice(1, -'[0]}'.length);
  const why = `Tasks supply the items of ${given} as an input.`;
  startLoop(`${source}[${indexName}]`);
  return withOrder(data, overList(loop, source), ...(isList ? [] : [why]));
}

/** Iterates over a list, given the path to it. */
function overList({ data, list, indexName }: Loop, source: string): NodeDocument {
  return {
    type: 'for_loop_node',
    variable_name: source,
    ...indexField(indexName),
    nodes: list,
    ...limitOf(data),
  };
}

/** The items of the block become the values that a variable begins with, or one for each key. */
function overItems(loop: Loop): Mapping {
  const { id, data, state, indexName, startLoop } = loop;
  const columns = readItems(asText(member(data, 'loopData')) ?? '');
  if (!columns || state.secretVariables.has(`loopData@${id}`)) {
    return skipped('Errand does not import its items: pass them as an input.');
  }
  const names = new Map(
    columns.map(([key, values]) => [key, state.draft.names.fresh(`items_${id}_${key}`, values)]),
  );
  const [first = ''] = names.values();
  const plain = names.get('');
  startLoop(plain === undefined ? '' : `${plain}[${indexName}]`, names);
  return withOrder(data, overList(loop, first));
}
