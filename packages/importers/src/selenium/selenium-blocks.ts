import {
  approximated,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { runJavaScript, setVariable } from '../draft/nodes.ts';
import {
  bindVariables,
  type OpenBlock,
  type SeleniumCommand,
  type SeleniumState,
  storeInto,
} from './selenium-state.ts';
import { scriptText } from './selenium-scripts.ts';

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
  const mapping = draft.add({ step }, () => opened.mapping);
  if (mapping.outcome === 'skipped') {
    blocks.push({ kind: 'ignored' });
    return;
  }
  blocks.push(opened.block);
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
    return { mapping: mapped(node), block: { kind: 'do', node }, list };
  }
  if (command.name === 'while') {
    const { condition, before, why } = readCondition(command.target, state);
    const node = loopOf(condition, list);
    return {
      mapping: withWhy(why, ...before, node),
      block: { kind: 'loop', node, last: before },
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
  const name = state.draft.names.variable(`times_${state.blocks.length + 1}`);
  const count = /^\s*\d+\s*$/.test(target) ? target.trim() : `int(${bindVariables(target, state)})`;
  const node = loopOf(`${name}[0] < ${count}`, list);
  const start = setVariable({ name, value: 0 });
  const next = setVariable({ name, expression: `${name}[0] + 1` });
  return { mapping: mapped(start, node), block: { kind: 'loop', node, last: [next] }, list };
}

function openForEach(command: SeleniumCommand, state: SeleniumState, list: NodeDocument[]): Opened {
  const array = storeInto(command.target.replace(/^\$\{|\}$/g, ''), state);
  const node: NodeDocument = { type: 'for_loop_node', variable_name: array, nodes: list };
  state.variables.set(command.value.trim(), `{${array}[index]}`);
  const why = 'The list has to be one when the loop begins.';
  return { mapping: approximated(why, node), block: { kind: 'loop', node }, list };
}

function closeOrDivide(command: SeleniumCommand, state: SeleniumState, step: string): void {
  const { draft, blocks } = state;
  const block = blocks.at(-1);
  if (!block) {
    draft.add({ step }, () => skipped('It belongs to no block.'));
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
  } else if (isRepeat && block.node) {
    const { condition, before, why } = readCondition(command.target, state);
    const node = block.node;
    draft.add({ step }, () => {
      if (!draft.accepts({ ...loopOf(condition, []) }))
        return skipped('Its condition cannot be used.');
      node['condition'] = condition;
      return withWhy(why, ...before);
    });
  } else {
    draft.add({ step }, () => mapped(...(block.last ?? []).map((node) => structuredClone(node))));
  }
  blocks.pop();
  draft.leave();
  for (let left = block.nested ?? 0; left > 0; left -= 1) draft.leave();
}

/** `else` begins the other branch; `elseIf` is a branch within it. */
function divide(command: SeleniumCommand, block: OpenBlock, { state, step }: At): void {
  const { draft, blocks } = state;
  const { node } = block;
  if (block.kind !== 'if' || !node) {
    draft.add({ step }, () => skipped('It does not belong to an if.'));
    return;
  }
  const list: NodeDocument[] = [];
  if (command.name === 'else') {
    draft.add({ step }, () => mapped());
    draft.leave();
    node['else_nodes'] = list;
    draft.enter(list);
    return;
  }
  const { condition, before, why } = readCondition(command.target, state);
  const inner: NodeDocument = { type: 'if_else_node', condition, if_nodes: list };
  const others: NodeDocument[] = [];
  draft.leave();
  draft.enter(others);
  const mapping = draft.add({ step }, () => withWhy(why, ...before, inner));
  node['else_nodes'] = others;
  blocks.pop();
  // If the branch is refused, its commands stay in the other branch.
  draft.enter(list);
  blocks.push({
    kind: 'if',
    node: mapping.outcome === 'skipped' ? { if_nodes: [] } : inner,
    nested: (block.nested ?? 0) + 1,
  });
}

/**
 * Translates a JavaScript condition into an Errand condition; one that cannot be translated is
 * evaluated in the page.
 */
function readCondition(
  source: string,
  state: SeleniumState,
): { condition: string; before: NodeDocument[]; why?: string } {
  const condition = toExpression(source, state);
  const isPlain = isWithoutNames(condition);
  if (isPlain && state.draft.accepts({ type: 'if_else_node', condition, if_nodes: [] })) {
    return { condition, before: [] };
  }
  const name = state.draft.names.variable('condition');
  const before = [runJavaScript(`Boolean(${scriptText(source, state)})`, name)];
  return { condition: `${name}[0]`, before, why: 'Its condition is evaluated in the page.' };
}

const words = new Set(['False', 'None', 'True', 'and', 'float', 'in', 'not', 'or', 'str']);

/** Returns whether an expression reads only placeholders: other names belong to the page. */
function isWithoutNames(expression: string): boolean {
  const rest = expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\{[^}]*\}/g, ' ');
  return [...rest.matchAll(/[A-Za-z_$][\w$]*/g)].every(([name]) => words.has(name));
}

/** One capturing group, so that `split` keeps the quoted strings. */
const QUOTED_TEXTS = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

function toExpression(source: string, state: SeleniumState): string {
  const text = source
    .split(QUOTED_TEXTS)
    .map((part, index) => (index % 2 === 0 ? withPythonOperators(part) : textOf(part)))
    .join('');
  return bindVariables(text, state).trim();
}

/** A literal that contains only a variable is the text of that variable. */
const textOf = (literal: string): string =>
  literal.replace(/^["']\$\{(\w+)\}["']$/, (_, name: string) => `str(\${${name}})`);

function withPythonOperators(source: string): string {
  return source
    .replaceAll(
      /\$\{(\w+)\}\s*(?=(?:[<>]=?|[=!]==?)\s*-?\d)/g,
      (_, name: string) => `float(\${${name}}) `,
    )
    .replaceAll(/===?/g, '==')
    .replaceAll(/!==?/g, '!=')
    .replaceAll('&&', ' and ')
    .replaceAll('||', ' or ')
    .replaceAll(/!(?!=)/g, ' not ')
    .replaceAll(/\btrue\b/g, 'True')
    .replaceAll(/\bfalse\b/g, 'False');
}
