import {
  approximated,
  joinMappings,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { indexField, interact, setVariable } from '../draft/nodes.ts';
import { readCondition } from './selenium-conditions.ts';
import { isStartOfIteration, joinPlaces, putPlace, takePlace } from './selenium-place.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import {
  bindVariables,
  type OpenBlock,
  type SeleniumState,
  withUnknown,
} from './selenium-state.ts';

const MOST_ITERATIONS = 1000;
const DEEPEST = 40;
const openers = new Set(['do', 'forEach', 'if', 'times', 'while']);
const closers = new Set(['else', 'elseIf', 'end', 'repeatIf']);

/** Returns whether a command begins, divides or ends a block. */
export const isBlockCommand = (name: string): boolean => openers.has(name) || closers.has(name);

/** Returns whether the current commands are in a block that could not be imported. */
export const isIgnored = ({ blocks }: SeleniumState): boolean =>
  blocks.some(({ kind }) => kind === 'ignored');

/** Adds a command of control flow, with its line in the report. */
export function addBlockCommand(
  command: SeleniumCommand,
  state: SeleniumState,
  step: string,
): void {
  const { draft, blocks } = state;
  if (!openers.has(command.name)) {
    closeOrDivide(command, state, step);
    return;
  }
  if (isIgnored(state) || draft.depth() > DEEPEST) {
    draft.add({ step }, () => skipped('Its block is not imported.'));
    blocks.push({ kind: 'ignored' });
    return;
  }
  const opened = open(command, state);
  const mapping = draft.add({ step }, () => withUnknown(opened.mapping, state));
  if (mapping.outcome === 'skipped') {
    blocks.push({ kind: 'ignored' });
    return;
  }
  blocks.push({ ...opened.block, start: takePlace(state) });
  draft.enter(opened.list);
}

interface Opened {
  readonly mapping: Mapping;
  readonly block: OpenBlock;
  /** Where the nodes of the block go. */
  readonly list: NodeDocument[];
}

function open(command: SeleniumCommand, state: SeleniumState): Opened {
  const list: NodeDocument[] = [];
  if (command.name === 'if') {
    const { condition, before, why } = readCondition(command.target, state);
    const node: NodeDocument = { type: 'if_else_node', condition, if_nodes: list };
    return { mapping: withWhy(why, ...before, node), block: { kind: 'if', node, nested: 0 }, list };
  }
  if (command.name === 'do') {
    const node = { ...loopOf('True', list), is_checked_after: true };
    return { mapping: mapped(node), block: { kind: 'do', node, index: 'index' }, list };
  }
  if (command.name === 'while') {
    const { condition, before, why } = readCondition(command.target, state);
    const node = loopOf(condition, list);
    return {
      mapping: withWhy(why, ...before, node),
      block: { kind: 'loop', node, last: before, index: 'index' },
      list,
    };
  }
  return command.name === 'times'
    ? openTimes(command, state, list)
    : openForEach(command, state, list);
}

const withWhy = (why: string | undefined, ...nodes: NodeDocument[]): Mapping =>
  why === undefined ? mapped(...nodes) : approximated(why, ...nodes);

const loopOf = (condition: string, nodes: NodeDocument[]): NodeDocument => ({
  type: 'while_loop_node',
  condition,
  max_iterations: MOST_ITERATIONS,
  nodes,
});

function openTimes(
  { target }: SeleniumCommand,
  state: SeleniumState,
  list: NodeDocument[],
): Opened {
  const name = state.draft.names.fresh(`times_${state.blocks.length + 1}`);
  const count = /^\s*\d+\s*$/.test(target) ? target.trim() : `int(${bindVariables(target, state)})`;
  const node = loopOf(`${name}[0] < ${count}`, list);
  const start = setVariable({ name, value: 0 });
  const next = setVariable({ name, expression: `${name}[0] + 1` });
  const block: OpenBlock = { kind: 'loop', node, last: [next], index: 'index' };
  return { mapping: mapped(start, node), block, list };
}

function openForEach(command: SeleniumCommand, state: SeleniumState, list: NodeDocument[]): Opened {
  const source = command.target.replace(/^\$\{(.*)\}$/, '$1');
  const array = listOf(source, state);
  if (array === undefined) {
    const node = loopOf('False', list);
    const mapping = skipped(
      state.stored.has(source)
        ? 'Nothing before it stores its list.'
        : 'Nothing in the file stores its list.',
    );
    return { mapping, block: { kind: 'loop', node }, list };
  }
  const index = state.draft.names.freeIndex(state.blocks.flatMap((block) => block.index ?? []));
  const node: NodeDocument = {
    type: 'for_loop_node',
    variable_name: array,
    ...indexField(index),
    nodes: list,
  };
  state.variables.set(command.value.trim(), `{${array}[${index}]}`);
  const why = 'The list has to be one when the loop begins.';
  const block: OpenBlock = { kind: 'loop', node, index, hasItems: true };
  return { mapping: approximated(why, node), block, list };
}

/** Returns the list of a variable, or the item of another list that it holds. */
function listOf(source: string, { variables, draft }: SeleniumState): string | undefined {
  const placeholder = variables.get(source)?.slice(1, -1);
  const whole = placeholder && /^(?<name>\w+)\[0\]$/.exec(placeholder)?.groups?.['name'];
  if (whole === undefined) return placeholder;
  return draft.names.variables.has(whole) ? whole : undefined;
}

/** After a loop, variables hold the last item. */
function keepLastItems({ index, hasItems }: OpenBlock, { variables }: SeleniumState): void {
  if (!hasItems) return;
  for (const [name, placeholder] of variables) {
    variables.set(name, placeholder.replaceAll(`[${index}]`, '[-1]'));
  }
}

function closeOrDivide(command: SeleniumCommand, state: SeleniumState, step: string): void {
  const { draft, blocks } = state;
  const block = blocks.at(-1);
  if (!block) {
    draft.add({ step }, () => skipped('It does not belong to a block.'));
    return;
  }
  const isEnd = command.name === 'end' || command.name === 'repeatIf';
  if (block.kind === 'ignored') {
    draft.add({ step }, () => skipped('Its block is not imported.'));
    if (isEnd) blocks.pop();
    return;
  }
  if (isEnd) {
    endBlock(command, block, { state, step });
    return;
  }
  divide(command, block, { state, step });
}

interface At {
  readonly state: SeleniumState;
  readonly step: string;
}

function endBlock(command: SeleniumCommand, block: OpenBlock, { state, step }: At): void {
  const { draft, blocks } = state;
  const isRepeat = command.name === 'repeatIf';
  if (isRepeat !== (block.kind === 'do')) {
    draft.add({ step }, () => skipped('It does not fit the block that it ends.'));
  } else {
    draft.add({ step }, () =>
      withUnknown(joinMappings([leavePlaces(block, state), lastOf(command, block, state)]), state),
    );
  }
  keepLastItems(block, state);
  blocks.pop();
  draft.leave();
  for (let left = block.nested ?? 0; left > 0; left -= 1) draft.leave();
}

/** What each iteration ends with, such as counting. */
function lastOf(command: SeleniumCommand, block: OpenBlock, state: SeleniumState): Mapping {
  const { kind, node, last = [] } = block;
  if (kind !== 'do' || !node) return mapped(...last.map((one) => structuredClone(one)));
  const { condition, before, why } = readCondition(command.target, state);
  const repeated = loopOf(condition, []);
  if (!state.draft.accepts(repeated)) return skipped('Its condition cannot be used.');
  node['condition'] = condition;
  const mapping = withWhy(why, ...before);
  // The condition is not among the nodes of this step.
  return before.length > 0 ? mapping : withUnknown(mapping, state, condition);
}

/** Decides in which frame and tab the commands after a block act. */
function leavePlaces(block: OpenBlock, state: SeleniumState): Mapping {
  const { kind, start, ends = [], hasElse } = block;
  const end = takePlace(state);
  if (!start) return mapped();
  if (kind === 'if') {
    const isSame = joinPlaces(state, start, [...ends, end, ...(hasElse ? [] : [start])]);
    return isSame
      ? mapped()
      : approximated(
          'Its branches end in different frames or tabs: later commands act where the if began.',
        );
  }
  if (!isStartOfIteration(start, end)) {
    return approximated(
      'Iterations begin in different frames or tabs: all are imported like the first.',
    );
  }
  const { currentTab } = start;
  if (currentTab === undefined || currentTab === end.currentTab) return mapped();
  state.currentTab = currentTab;
  return mapped(interact('switch_tab', { tab_index: currentTab }));
}

/** `else` begins the other branch; `elseIf` is a branch within it. */
function divide(command: SeleniumCommand, block: OpenBlock, { state, step }: At): void {
  const { draft, blocks } = state;
  const { node } = block;
  if (block.kind !== 'if' || !node || block.hasElse) {
    const why = block.hasElse ? 'Its if already has an else.' : 'It does not belong to an if.';
    draft.add({ step }, () => skipped(why));
    return;
  }
  const list: NodeDocument[] = [];
  const ends = [...(block.ends ?? []), takePlace(state)];
  if (block.start) putPlace(state, block.start);
  if (command.name === 'else') {
    draft.add({ step }, () => mapped());
    draft.leave();
    node['else_nodes'] = list;
    draft.enter(list);
    blocks.splice(-1, 1, { ...block, ends, hasElse: true });
    return;
  }
  const { condition, before, why } = readCondition(command.target, state);
  const inner: NodeDocument = { type: 'if_else_node', condition, if_nodes: list };
  const others: NodeDocument[] = [];
  draft.leave();
  draft.enter(others);
  const mapping = draft.add({ step }, () => withUnknown(withWhy(why, ...before, inner), state));
  node['else_nodes'] = others;
  blocks.pop();
  // If the branch is refused, its commands stay in the other branch.
  draft.enter(list);
  blocks.push({
    ...block,
    ends,
    node: mapping.outcome === 'skipped' ? { if_nodes: [] } : inner,
    nested: (block.nested ?? 0) + 1,
  });
}
