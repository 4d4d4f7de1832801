import type { SyntaxNode } from '@lezer/common';
import { parser as scriptParser } from '@lezer/javascript';
import { parser as pythonParser } from '@lezer/python';
import { wordsIn } from './bound-names.ts';
import type { Calls } from './call-arguments.ts';
import { changesIn } from './changes.ts';
import type { Code, Statement } from './code.ts';
import { blocks, lookInside } from './look-inside.ts';
import { outerNames } from './outer-names.ts';
import { readCalls } from './own-functions.ts';
import { readAssignment, type Reading, toFunction } from './read-assignment.ts';
import { childrenOf } from './read-elements.ts';
import { type CodeReader, readValue } from './read-value.ts';

const typeScriptParser = scriptParser.configure({ dialect: 'ts jsx' });
const DEEPEST_BLOCK = 40;
const SHOWN_CHARACTERS = 300;

type Language = 'python' | 'typescript';

interface Script {
  readonly statements: readonly Statement[];
  /** The names whose values the functions of the script may change whenever they are called. */
  readonly outerNames: ReadonlySet<string>;
  readonly calls: Calls;
}

/**
 * Reads a script. Never fails, whatever the text. `stepNames`: names of methods that act on pages or
 * elements.
 */
export function readScript(
  source: string,
  language: Language,
  stepNames: ReadonlySet<string> = new Set(),
): Script {
  const isPython = language === 'python';
  const { topNode } = (isPython ? pythonParser : typeScriptParser).parse(source);
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const textOf: CodeReader['textOf'] = ({ from, to }) => source.slice(from, to);
  const calls = readCalls(topNode, textOf);
  const read = new Map<string, Statement[]>();
  const reader: BlockReader = {
    isPython,
    textOf,
    calls,
    stepNames,
    lineOf: ({ from }) => lineOf(lineStarts, from),
    readBlock(node, depth) {
      const key = `${node.name} ${node.from} ${node.to}`;
      const statements = read.get(key) ?? readBlock(node, reader, depth);
      read.set(key, statements);
      return statements;
    },
  };
  const statements = readStatements(childrenOf(topNode), reader, 0);
  return { statements, outerNames: outerNames(topNode, textOf), calls };
}

interface BlockReader extends CodeReader {
  readonly calls: Calls;
  readonly stepNames: ReadonlySet<string>;
  readonly lineOf: (node: SyntaxNode) => number;
}

function lineOf(starts: readonly number[], position: number): number {
  let low = 0;
  for (let high = starts.length; low + 1 < high;) {
    const middle = Math.floor((low + high) / 2);
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Returns the statements of a block, or the expression that an arrow function returns. */
function readBlock(node: SyntaxNode, reader: BlockReader, depth: number): Statement[] {
  if (depth > DEEPEST_BLOCK) return [];
  if (node.name === 'Block' || node.name === 'Body' || node.name === 'ClassBody') {
    return readStatements(childrenOf(node), reader, depth);
  }
  const value = readValue(node, reader, depth);
  return [{ kind: 'value', value, ...insideOf([node], reader, depth), ...placeOf(node, reader) }];
}

/** Returns the statements of the functions in expressions, and whether there are steps in them. */
function insideOf(
  nodes: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Required<Pick<Statement, 'inside' | 'isStep'>> {
  const { bodies, isStep } = lookInside(nodes, reader);
  const inside = bodies.map((body) => reader.readBlock(body, depth + 1));
  return { inside, isStep: isStep || inside.flat().some((one) => one.isStep) };
}

function placeOf(node: SyntaxNode, reader: BlockReader) {
  return { line: reader.lineOf(node), text: reader.textOf(node).slice(0, SHOWN_CHARACTERS) };
}

function readStatements(
  nodes: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Statement[] {
  return nodes
    .filter(({ name }) => !idle.has(name))
    .map((node): Statement => {
      const statement = readStatement(node, reader, depth);
      const changes = changesIn([node], { ...reader, isBlock: 'body' in statement });
      const { inside, isStep } = insideOf(expressionsOf(node, statement), reader, depth);
      const isAnyStep = isStep || ('body' in statement && statement.body.some((one) => one.isStep));
      const place = placeOf(node, reader);
      return { ...changes, ...statement, ...place, inside, isStep: isAnyStep };
    });
}

/** Returns the parts of a statement that are not read as statements. */
function expressionsOf(node: SyntaxNode, { kind }: Reading): readonly SyntaxNode[] {
  if (kind === 'function' || kind === 'class') return [];
  return kind === 'program' || kind === 'with'
    ? childrenOf(node).filter((child) => !blocks.has(child.name) && !inner.test(child.name))
    : [node];
}

const inner = /(?:Statement|Clause)$/;

/** Words around statements, and statements without an effect. */
const idle = new Set([
  'PassStatement',
  'Decorator',
  'export',
  'default',
  'async',
  'EmptyStatement',
]);
const declarations = new Set([
  'ImportDeclaration',
  'ImportStatement',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
]);
const wrappers = new Set(['ExportDeclaration', 'DecoratedStatement']);
const functions = new Set(['FunctionDefinition', 'FunctionDeclaration', 'MethodDeclaration']);
const classes = new Set(['ClassDefinition', 'ClassDeclaration']);
const assignments = new Set(['AssignStatement', 'UpdateStatement', 'VariableDeclaration']);

function readStatement(node: SyntaxNode, reader: BlockReader, depth: number): Reading {
  if (declarations.has(node.name)) return { kind: 'declaration' };
  const children = childrenOf(node).filter(({ name }) => !idle.has(name));
  if (wrappers.has(node.name)) {
    const wrapped = children.find(
      ({ name }) => functions.has(name) || classes.has(name) || name === 'VariableDeclaration',
    );
    return wrapped ? readStatement(wrapped, reader, depth) : readLast(children, reader, depth);
  }
  if (node.name === 'PropertyDeclaration') return readLast(children, reader, depth);
  const body = children.findLast(({ name }) => blocks.has(name));
  const statements = (): Statement[] => (body ? readBlock(body, reader, depth + 1) : []);
  if (functions.has(node.name)) {
    const name = children.find((child) =>
      ['VariableName', 'VariableDefinition', 'PropertyDefinition'].includes(child.name),
    );
    const parameters = children.find((child) => child.name === 'ParamList');
    return {
      kind: 'function',
      name: name ? reader.textOf(name) : '',
      parameters: parameters ? wordsIn(reader.textOf(parameters)) : [],
      body: statements(),
    };
  }
  if (classes.has(node.name)) return { kind: 'class', body: statements() };
  if (node.name === 'ExpressionStatement') return readExpression(children, reader, depth);
  if (assignments.has(node.name)) {
    return readAssignment(children, reader, depth);
  }
  if (node.name === 'WithStatement') {
    const header = children.filter((child) => child !== body);
    return {
      kind: 'with',
      resources: readResources(node, reader, depth),
      body: statements(),
      ...changesIn(header, reader),
    };
  }
  if (node.name === 'AssertStatement') return readAssert(children, reader, depth);
  return { kind: 'program', body: readProgram(node, reader, depth) };
}

/** Reads what a class property gets, or what a module exports without a name. */
function readLast(children: readonly SyntaxNode[], reader: BlockReader, depth: number): Reading {
  const name = children.find((child) => child.name === 'PropertyDefinition');
  const last = children.at(-1);
  const own =
    last && toFunction(name ? reader.textOf(name) : '', last, readValue(last, reader, depth));
  return own ?? { kind: 'declaration' };
}

function readExpression(
  children: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Reading {
  const [expression] = children;
  if (!expression) return { kind: 'declaration' };
  if (expression.name === 'AssignmentExpression') {
    return readAssignment(childrenOf(expression), reader, depth);
  }
  const value = readValue(expression, reader, depth);
  // A string on its own is a comment, such as a docstring.
  return value.kind === 'text' ? { kind: 'declaration' } : { kind: 'value', value };
}

function readResources(node: SyntaxNode, reader: BlockReader, depth: number) {
  const resources: { value: Code; name?: string }[] = [];
  for (let child = node.firstChild?.nextSibling; child; child = child.nextSibling) {
    if (child.name === 'Body') break;
    const last = resources.at(-1);
    if (child.name === 'as' && last && child.nextSibling) {
      last.name = reader.textOf(child.nextSibling);
      child = child.nextSibling;
    } else if (!['with', ',', '(', ')', 'async'].includes(child.name)) {
      resources.push({ value: readValue(child, reader, depth) });
    }
  }
  return resources;
}

function readAssert(children: readonly SyntaxNode[], reader: BlockReader, depth: number): Reading {
  const condition = children.find(({ name }) => name !== 'assert');
  if (!condition) return { kind: 'declaration' };
  const sides = childrenOf(condition);
  const operators = sides.filter(({ name }) => ['CompareOp', 'in', 'not'].includes(name));
  const [left, right] = sides.filter((side) => !operators.includes(side));
  if (condition.name !== 'BinaryExpression' || operators.length === 0 || !left || !right) {
    return { kind: 'assert', left: readValue(condition, reader, depth), operator: '' };
  }
  return {
    kind: 'assert',
    left: readValue(left, reader, depth),
    operator: operators.map((operator) => reader.textOf(operator)).join(' '),
    right: readValue(right, reader, depth),
  };
}

/** Returns all statements in the blocks of a branch or a loop. */
function readProgram(node: SyntaxNode, reader: BlockReader, depth: number): Statement[] {
  if (depth > DEEPEST_BLOCK) return [];
  return childrenOf(node).flatMap((child) => {
    if (blocks.has(child.name)) return readStatements(childrenOf(child), reader, depth + 1);
    return inner.test(child.name) ? readStatements([child], reader, depth + 1) : [];
  });
}
