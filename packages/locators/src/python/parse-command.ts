import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import { LocatorSyntaxError } from '../locator-errors.ts';
import type { Argument, Chain, Span, Step } from './command-tree.ts';
import { type CommandReader, readPlaceholder } from './command-reader.ts';
import { readArgumentValue } from './read-argument-value.ts';

const MAXIMUM_LENGTH = 10_000;
/** Stops at the first error: recovering from all errors of a text takes much longer than reading it. */
const strictParser = parser.configure({ strict: true });
const STARTING_POINTS = 'get_by_role("button"), locator("#id"), or a loop\'s {locator[index]}';

/**
 * Parses Python source as a chain of steps. Throws `LocatorSyntaxError`; does not check the names
 * of steps.
 */
export function parseCommand(source: string): Chain {
  if (source.trim() === '') throw new LocatorSyntaxError('It is blank.', { source, position: 0 });
  if (source.length > MAXIMUM_LENGTH) {
    throw new LocatorSyntaxError(
      `It has ${source.length} characters, but at most ${MAXIMUM_LENGTH} are allowed.`,
      { source: source.slice(0, 80), position: 0 },
    );
  }
  // Parentheses allow a chain to span several lines.
  const wrapped = `(${source}\n)`;
  const reader = createReader(source, wrapped);
  const tree = parseStrictly(wrapped, reader);
  const expression = tree.topNode.firstChild?.firstChild;
  if (expression?.name !== 'ParenthesizedExpression' || expression.to !== wrapped.length) {
    throw reader.errorAt({ from: 1, to: 1 }, 'A locator must be a single expression.');
  }
  return readChain(expression, reader);
}

/** Throws `LocatorSyntaxError`. */
function parseStrictly(wrapped: string, reader: CommandReader): Tree {
  const reading = strictParser.startParse(wrapped);
  try {
    for (;;) {
      const tree = reading.advance();
      if (tree) return tree;
    }
  } catch (error) {
    if (!Error.isError(error) || error.name !== 'SyntaxError') throw error;
    const at = { from: reading.parsedPos, to: reading.parsedPos };
    throw reader.errorAt(at, 'This is not valid Python syntax.', { cause: error });
  }
}

function createReader(source: string, wrapped: string): CommandReader {
  const reader: CommandReader = {
    textOf: ({ from, to }) => wrapped.slice(from, to),
    spanOf: withoutWrapping,
    readChain: (node) => readChain(node, reader),
    errorAt: (node, problem, options) => {
      const position = Math.min(withoutWrapping(node).from, source.length);
      return new LocatorSyntaxError(problem, { source, position }, options);
    },
  };
  return reader;
}

function withoutWrapping({ from, to }: Span): Span {
  return { from: Math.max(0, from - 1), to: to - 1 };
}

/** Parses `page`, a loop placeholder, or steps on one of them. */
function readChain(node: SyntaxNode, reader: CommandReader): Chain {
  const steps: Step[] = [];
  let current = node;
  for (;;) {
    const callee = current.name === 'CallExpression' ? current.firstChild : undefined;
    const list = current.getChild('ArgList');
    const target: SyntaxNode = callee ?? current;
    if (target.name === 'MemberExpression') {
      steps.unshift(readMember(target, list, reader));
      current = childOf(target, reader);
    } else if (target.name === 'VariableName' && list) {
      steps.unshift(readStep(target, list, reader));
      return { ...reader.spanOf(node), steps };
    } else if (target.name === 'ParenthesizedExpression' && !list) {
      current = innerOf(target, reader);
    } else {
      return { ...reader.spanOf(node), head: readHead(target, reader), steps };
    }
  }
}

function readMember(member: SyntaxNode, list: SyntaxNode | null, reader: CommandReader): Step {
  const name = member.getChild('PropertyName');
  if (!name) {
    throw reader.errorAt(member.getChild('[') ?? member, 'Pick an element with .nth(0), not [0].');
  }
  return readStep(name, list, reader);
}

function readStep(name: SyntaxNode, list: SyntaxNode | null, reader: CommandReader): Step {
  const step = { name: reader.textOf(name), ...reader.spanOf(name) };
  return list ? { ...step, arguments: readArguments(list, reader) } : step;
}

function readHead(node: SyntaxNode, reader: CommandReader): Chain['head'] {
  if (node.name === 'VariableName' && reader.textOf(node) === 'page') return undefined;
  if (node.name === 'SetExpression') {
    const placeholder = readPlaceholder(node, reader);
    if (placeholder?.kind === 'loop-locator') return placeholder;
    throw reader.errorAt(node, "Only a loop's {locator[index]} can begin a locator.");
  }
  const text = reader.textOf(node).slice(0, 40);
  throw reader.errorAt(node, `A locator must begin with ${STARTING_POINTS}, not with ${text}.`);
}

function readArguments(list: SyntaxNode, reader: CommandReader): Argument[] {
  const read: Argument[] = [];
  for (let node = list.firstChild; node; node = node.nextSibling) {
    if (['(', ')', ',', 'Comment'].includes(node.name)) continue;
    const assignment = node.nextSibling?.name === 'AssignOp' ? node.nextSibling : undefined;
    const value = assignment ? assignment.nextSibling : node;
    if (!value) throw reader.errorAt(node, 'This argument has no value.');
    if (assignment && (node.name !== 'VariableName' || reader.textOf(assignment) !== '=')) {
      throw reader.errorAt(assignment, 'Write a named argument as name=value.');
    }
    read.push({
      ...reader.spanOf(assignment ? node : value),
      keyword: assignment ? reader.textOf(node) : undefined,
      value: readArgumentValue(value, reader),
    });
    node = value;
  }
  return read;
}

function childOf(node: SyntaxNode, reader: CommandReader): SyntaxNode {
  const child = node.firstChild;
  if (!child) throw reader.errorAt(node, 'This is not valid Python syntax.');
  return child;
}

function innerOf(parentheses: SyntaxNode, reader: CommandReader): SyntaxNode {
  let inner = childOf(parentheses, reader).nextSibling;
  while (inner?.name === 'Comment') inner = inner.nextSibling;
  if (!inner || inner.name === ')')
    throw reader.errorAt(parentheses, 'A locator is missing in these parentheses.');
  return inner;
}
