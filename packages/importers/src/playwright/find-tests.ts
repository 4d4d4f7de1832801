import { type Chain, type Code, ownName, type Statement, stepsInside } from '../code/code.ts';
import { withCallbacks } from './named-callbacks.ts';

export interface OwnFunction {
  readonly lastLine: number;
  /** What a call may change. */
  readonly mentions: readonly Chain[];
}

export interface ScriptTest {
  readonly name: string;
  readonly body: readonly Statement[];
  /** Names of what it is given, such as `page`. */
  readonly fixtures?: readonly string[];
  /** Functions whose statements are already in the body. */
  readonly functions?: ReadonlyMap<string, OwnFunction>;
  /** Functions and classes that may change lists and records. */
  readonly changing?: readonly OwnFunction[];
  /** Statements that do not belong to a test; only the first test has them. */
  readonly left?: readonly Statement[];
}

/** Declarations outside the tests, visible to every test. */
interface Surroundings {
  readonly names: readonly string[];
  readonly before: readonly Statement[];
  readonly fixtures: readonly string[];
}

/** Returns the tests of a script in order; a script without tests is one. */
export function findTests(script: readonly Statement[]): ScriptTest[] {
  const statements = withCallbacks(script);
  const found = testsIn(statements, { names: [], before: [], fixtures: [] }).map(withOpenPage);
  const left = leftIn(statements);
  if (found.length > 0) return found.map((one, index) => (index === 0 ? { ...one, left } : one));
  const body = flatten(statements);
  if (body.length === 0) return [];
  const changing = statements
    .filter(({ kind }) => kind === 'class' || kind === 'function')
    .map(toOwnFunction);
  return [withOpenPage({ name: '', body, functions: functionsIn(statements), changing })];
}

/** A page that nothing in the script opens is open before it. */
function withOpenPage(script: ScriptTest): ScriptTest {
  const { body, fixtures = [] } = script;
  const isUsed = body.some(
    (one) => one.kind === 'value' && one.value.kind === 'chain' && one.value.head === 'page',
  );
  const isOpened = body.some((one) => namesAssignedBy(one).includes('page'));
  return isUsed && !isOpened ? { ...script, fixtures: [...fixtures, 'page'] } : script;
}

function testsIn(statements: readonly Statement[], around: Surroundings): ScriptTest[] {
  // Functions may precede the constants that they change.
  const constants = statements.filter(isShared).map(withoutSteps);
  const changes = statements.filter((one) => !isShared(one)).flatMap((one) => changesBy(one));
  const shared = [...constants, ...changes];
  const hooks = ['all', 'each'].flatMap((when) =>
    statements.flatMap((one) => hookBody(one, when) ?? []),
  );
  const fixtures = [...around.fixtures, ...statements.flatMap(hookParameters)];
  const inside = { ...around, fixtures, before: [...around.before, ...shared, ...hooks] };
  return statements.flatMap((statement) => {
    const group = describeBody(statement);
    if (group) return testsIn(group.body, { ...inside, names: [...inside.names, group.name] });
    if (statement.kind === 'class') return testsIn(attributesOf(statement.body), inside);
    const test = testOf(statement);
    if (!test) return [];
    const name = [...inside.names, test.name].join(' ');
    const given = [...fixtures, ...(test.fixtures ?? [])];
    return [{ name, fixtures: given, body: [...inside.before, ...test.body] }];
  });
}

/** The steps of functions in constants have their own lines: they do not belong to a test. */
const withoutSteps = (statement: Statement): Statement => ({
  ...statement,
  inside: statement.inside?.map(() => []) ?? [],
});

function hasTests(statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    if (testOf(statement)) return true;
    const inner = statement.kind === 'class' ? statement : describeBody(statement);
    return inner !== undefined && hasTests(inner.body);
  });
}

/** What the body of a Python class assigns is known to its methods as `self.rows`. */
function attributesOf(body: readonly Statement[]): Statement[] {
  const own = new Set<string>();
  return body.map((statement) => {
    if (statement.kind !== 'assignment') return statement;
    const value = withOwnNames(statement.value, own);
    for (const name of statement.names) own.add(name);
    return { ...statement, names: statement.names.map((name) => name && ownName(name)), value };
  });
}

function withOwnNames(code: Code, own: ReadonlySet<string>): Code {
  const inner = (one: Code): Code => withOwnNames(one, own);
  if (code.kind === 'list') return { ...code, elements: code.elements.map(inner) };
  if (code.kind === 'template') return { ...code, pieces: code.pieces.map(inner) };
  if (code.kind === 'record') {
    return { ...code, entries: new Map([...code.entries].map(([key, one]) => [key, inner(one)])) };
  }
  if (code.kind !== 'chain') return code;
  if (!own.has(code.head)) return code;
  const steps = [{ name: code.head, options: new Map<string, Code>() }, ...code.steps];
  return { ...code, head: 'self', steps };
}

function testOf(statement: Statement): ScriptTest | undefined {
  if (statement.kind === 'function' && statement.name.startsWith('test')) {
    return {
      name: statement.name,
      fixtures: statement.parameters,
      body: [shadow(statement, statement.parameters), ...statement.body],
    };
  }
  const call = callOf(statement);
  if (!call || !/^(?:test|it)$/.test(call.chain.head)) return undefined;
  const isTest = call.path === '' || ['only', 'skip', 'fixme', 'fail', 'slow'].includes(call.path);
  if (!isTest || !call.body) return undefined;
  const { name, parameters, body } = call;
  return { name, fixtures: parameters, body: [shadow(statement, parameters), ...body] };
}

/**
 * Records that names mean something else from here on: parameters, or what a function has assigned.
 */
function shadow(
  { line, text }: Pick<Statement, 'line' | 'text'>,
  binds: readonly string[],
  mentions: readonly Chain[] = [],
): Statement {
  return { kind: 'declaration', line, text, binds, mentions };
}

function describeBody(statement: Statement): ScriptTest | undefined {
  const call = callOf(statement);
  if (!call?.body) return undefined;
  const isGroup = call.chain.head === 'describe' || call.path.startsWith('describe');
  return isGroup ? { name: call.name, body: call.body } : undefined;
}

/** `when`: before each test or once before all of them, which is the same for one test. */
function hookBody(statement: Statement, when: string): readonly Statement[] | undefined {
  const call = callOf(statement);
  const isHook =
    call?.path === `before_${when}` || call?.chain.head.toLowerCase() === `before${when}`;
  return isHook ? call?.body : undefined;
}

function hookParameters(statement: Statement): readonly string[] {
  const isHook = hookBody(statement, 'all') ?? hookBody(statement, 'each');
  return (isHook && callOf(statement)?.parameters) ?? [];
}

/** Functions and program code outside tests may change the constants of a file. */
function changesBy(statement: Statement): Statement[] {
  if (statement.kind === 'class') {
    return hasTests(statement.body) ? [] : [shadow(statement, [], statement.mentions)];
  }
  if (testOf(statement) ?? describeBody(statement)) return [];
  return [shadow(statement, statement.binds ?? [], statement.mentions)];
}

/** Constants, and settings such as `test.use`. */
function isShared(statement: Statement): boolean {
  if (statement.kind === 'assignment') return true;
  const call = callOf(statement);
  return call?.path === 'use' || (call?.chain.head === 'test' && call.body === undefined);
}

/** Hooks after tests, tests in loops, functions: what no recording contains. */
function leftIn(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((statement) => {
    const inner = statement.kind === 'class' ? statement : describeBody(statement);
    if (inner && hasTests(inner.body)) return leftIn(inner.body);
    const isHook = hookBody(statement, 'all') ?? hookBody(statement, 'each');
    if (isHook || testOf(statement)) return [];
    const isTaken = statement.kind === 'declaration' || isShared(statement);
    return (isTaken ? stepsInside(statement) : [statement]).map(toProgram);
  });
}

function toProgram(statement: Statement): Statement {
  if (statement.kind === 'declaration') return statement;
  const callback = callOf(statement)?.body;
  const body = 'body' in statement ? statement.body : (callback ?? []);
  const { line, text } = statement;
  const all = [...body, ...stepsInside(statement, callback)];
  return { kind: 'program', line, text, body: all.map(toProgram) };
}

function callOf(statement: Statement) {
  if (statement.kind !== 'value' || statement.value.kind !== 'chain') return undefined;
  const chain: Chain = statement.value;
  const last = chain.steps.at(-1);
  if (!last?.values) return undefined;
  const [title] = last.values;
  const callback = last.values.findLast((value) => value.kind === 'function');
  return {
    chain,
    path: chain.steps
      .map(({ name }) => name)
      .filter((name) => name !== '')
      .join('.'),
    name: title?.kind === 'text' ? title.text : '',
    body: callback?.kind === 'function' ? callback.body : undefined,
    parameters: callback?.kind === 'function' ? callback.parameters : [],
  };
}

function functionsIn(statements: readonly Statement[]): ReadonlyMap<string, OwnFunction> {
  const functions = statements.filter((one) => one.kind === 'function');
  return new Map(functions.map((one) => [one.name, toOwnFunction(one)]));
}

function toOwnFunction(statement: Statement): OwnFunction {
  return { lastLine: lastLine(statement), mentions: statement.mentions ?? [] };
}

function lastLine(statement: Statement): number {
  const inside = 'body' in statement ? statement.body : [];
  return Math.max(statement.line, ...inside.map(lastLine));
}

/** Functions in definition order, as if each were called once. */
function flatten(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((statement) => {
    if (statement.kind === 'class') {
      const body = attributesOf(statement.body);
      const names = body.flatMap((one) => (one.kind === 'assignment' ? one.names : []));
      // Other classes have other attributes.
      return [...flatten(body), shadow(statement, names)];
    }
    const inner = functionOf(statement);
    if (!inner) return [statement];
    const { parameters, body } = inner;
    const own = [...parameters, ...(statement.binds ?? []), ...body.flatMap(namesAssignedBy)];
    const after = { ...shadow(statement, own), inside: [stepsInside(statement, body)] };
    return [shadow(statement, parameters), ...flatten(body), after];
  });
}

function functionOf(statement: Statement) {
  if (statement.kind === 'function') return statement;
  const value: Code | undefined = statement.kind === 'value' ? statement.value : undefined;
  return value?.kind === 'function' ? value : undefined;
}

function namesAssignedBy(statement: Statement): readonly string[] {
  const names = statement.kind === 'assignment' ? statement.names : [];
  const inside = 'body' in statement ? statement.body.flatMap(namesAssignedBy) : [];
  return [...names, ...(statement.binds ?? []), ...inside];
}
