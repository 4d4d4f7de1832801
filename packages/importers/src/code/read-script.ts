import type { SyntaxNode } from '@lezer/common';
import { wordsIn } from './bound-names.ts';
import type { Calls } from './call-arguments.ts';
import { changesIn } from './changes.ts';
import type { Statement } from './code.ts';
import { lineOf } from './line-of.ts';
import { blocks, lookInside } from './look-inside.ts';
import { hasDeepBrackets, isTooDeep } from './nesting.ts';
import { outerNames } from './outer-names.ts';
import { readCalls } from './own-functions.ts';
import { type Language, parseCode } from './parse-code.ts';
import { readAssignment, type Reading, toFunction } from './read-assignment.ts';
import { readAssert, readResources } from './read-clauses.ts';
import { childrenOf, statementsOf } from './read-elements.ts';
import { type CodeReader, readValue } from './read-value.ts';
import {
  statementBlocks,
  INNER,
  isExpression,
  idle,
  declarations,
  wrappers,
  functions,
  classes,
  assignments,
} from './statement-kinds.ts';

const DEEPEST_BLOCK = 40;
const SHOWN_CHARACTERS = 300;

interface Script {
  readonly statements: readonly Statement[];
  /** The names whose values the functions of the script may change whenever they are called. */
  readonly outerNames: ReadonlySet<string>;
  readonly calls: Calls;
}

/**
 * Reads a script. Never fails, whatever the text: it may return why the text is not read.
 * `stepNames`: names of methods that act on pages or elements.
 */
export function readScript(
  source: string,
  language: Language,
  stepNames: ReadonlySet<string> = new Set(),
): Script | { readonly problem: string } {
  const isPython = language === 'python';
  const tree = hasDeepBrackets(source) ? undefined : parseCode(source, language);
  if (typeof tree === 'string') return { problem: tree };
  if (!tree || isTooDeep(tree)) return { problem: 'Its code is nested too deeply.' };
  const { topNode } = tree;
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
  const statements = readStatements(statementsOf(topNode, textOf), reader, 0);
  return { statements, outerNames: outerNames(topNode, textOf), calls };
}

interface BlockReader extends CodeReader {
  readonly calls: Calls;
  readonly stepNames: ReadonlySet<string>;
  readonly lineOf: (range: Range) => number;
}

/** Returns the statements of a block, or the expression that an arrow function returns. */
function readBlock(node: SyntaxNode, reader: BlockReader, depth: number): Statement[] {
  if (blocks.has(node.name)) return readStatements(childrenOf(node), reader, depth);
  if (depth > DEEPEST_BLOCK) return unread([node], reader);
  const value = readValue(node, reader, depth);
  return [{ kind: 'value', value, ...insideOf([node], reader, depth), ...placeOf(node, reader) }];
}

/** One line for code that is nested too deeply. */
function unread([first]: readonly SyntaxNode[], reader: BlockReader): Statement[] {
  return first ? [{ kind: 'program', body: [], isStep: true, ...placeOf(first, reader) }] : [];
}

/** Returns the statements of the functions in expressions, and whether there are steps in them. */
function insideOf(
  nodes: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Required<Pick<Statement, 'inside' | 'isStep' | 'isBroken'>> {
  const { bodies, isStep, isBroken } = lookInside(nodes, reader);
  const inside = bodies.map((body) => reader.readBlock(body, depth + 1));
  return { inside, isStep: isStep || inside.flat().some((one) => one.isStep), isBroken };
}

type Range = Pick<SyntaxNode, 'from' | 'to'>;

function placeOf(range: Range, reader: BlockReader) {
  return { line: reader.lineOf(range), text: reader.textOf(range).slice(0, SHOWN_CHARACTERS) };
}

function readStatements(
  nodes: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Statement[] {
  const read = nodes.filter(({ name }) => !idle.has(name));
  if (depth > DEEPEST_BLOCK) return unread(read, reader);
  return read.flatMap((node) => {
    const declarators = declaratorsOf(node);
    if (declarators.length > 1) {
      return declarators.map((children) => readDeclarator(children, reader, depth));
    }
    const statement = readStatement(node, reader, depth);
    const expressions = expressionsOf(node, statement);
    return complete(statement, { range: node, nodes: [node], expressions, depth }, reader);
  });
}

/** Returns the parts of `let a = 1, b = 2`: each is a separate statement. */
function declaratorsOf(node: SyntaxNode): SyntaxNode[][] {
  const isExported = node.name === 'ExportDeclaration';
  const declaration = isExported ? node.getChild('VariableDeclaration') : node;
  if (declaration?.name !== 'VariableDeclaration') return [];
  const parts: SyntaxNode[][] = [[]];
  for (let child = declaration.firstChild; child; child = child.nextSibling) {
    if (child.name === ',') parts.push([]);
    else if (!/^(?:const|let|var|;|\w*Comment)$/.test(child.name)) parts.at(-1)?.push(child);
  }
  return parts.filter((part) => part.length > 0);
}

function readDeclarator(
  nodes: readonly SyntaxNode[],
  reader: BlockReader,
  depth: number,
): Statement {
  const statement = readAssignment(nodes, reader, depth);
  const expressions = statement.kind === 'function' ? [] : nodes;
  const range = { from: nodes[0]?.from ?? 0, to: nodes.at(-1)?.to ?? 0 };
  return complete(statement, { range, nodes, expressions, depth }, reader);
}

interface StatementNodes {
  readonly range: Range;
  readonly nodes: readonly SyntaxNode[];
  /** The nodes that are not read as statements. */
  readonly expressions: readonly SyntaxNode[];
  readonly depth: number;
}

/** Adds to a statement where it is, and what it changes and contains. */
function complete(
  statement: Reading,
  { range, nodes, expressions, depth }: StatementNodes,
  reader: BlockReader,
): Statement {
  const changes = changesIn(nodes, { ...reader, isBlock: 'body' in statement });
  const { inside, isStep, isBroken } = insideOf(expressions, reader, depth);
  const isAnyStep = isStep || ('body' in statement && statement.body.some((one) => one.isStep));
  const isDoubtful = isStep || isBroken || nodes.some(declaresMember);
  const isMeant = statement.kind !== 'declaration' || !isDoubtful || nodes.some(isDeclaration);
  return {
    ...changes,
    ...(isMeant ? statement : ({ kind: 'program', body: [] } as const)),
    ...placeOf(range, reader),
    inside,
    isStep: isAnyStep,
    isBroken,
  };
}

const isDeclaration = ({ name }: SyntaxNode): boolean => declarations.has(name);

/** In Python, `page.cl:ick("#a")` gives `page.cl` a type. Nobody means that. */
const declaresMember = ({ name, firstChild }: SyntaxNode): boolean =>
  name === 'AssignStatement' && firstChild?.name === 'MemberExpression';

function expressionsOf(node: SyntaxNode, { kind }: Reading): readonly SyntaxNode[] {
  if (kind === 'function' || kind === 'class') return [];
  return kind === 'program' || kind === 'with' ? childrenOf(node).filter(isExpression) : [node];
}

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

/** Returns all statements in the blocks of a branch or a loop. */
function readProgram(node: SyntaxNode, reader: BlockReader, depth: number): Statement[] {
  const statements: Statement[] = [];
  // Without recursion: `else if` is not a deeper level, and a chain of them may be long.
  for (let branch: SyntaxNode | undefined = node; branch;) {
    const children = childrenOf(branch);
    const otherwise = children.find(
      ({ name, prevSibling }) => name === 'IfStatement' && prevSibling?.name === 'else',
    );
    const nodes = children.filter((child) => child !== otherwise);
    const body = nodes.flatMap((child) => readInner(child, reader, depth + 1));
    const expressions = nodes.filter(isExpression);
    const range = branch;
    if (branch === node) statements.push(...body);
    else {
      statements.push(
        complete({ kind: 'program', body }, { range, nodes, expressions, depth }, reader),
      );
    }
    branch = otherwise;
  }
  return statements;
}

function readInner(child: SyntaxNode, reader: BlockReader, depth: number): Statement[] {
  if (statementBlocks.has(child.name)) return readStatements(childrenOf(child), reader, depth);
  return INNER.test(child.name) ? readStatements([child], reader, depth) : [];
}
