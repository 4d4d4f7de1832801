import type { SyntaxNode } from '@lezer/common';
import { type TextOf, wordsIn } from './bound-names.ts';
import { isAssigned, targetOf } from './assigned-target.ts';
import { type Calls, useOfArgument } from './call-arguments.ts';
import { type Chain, type Code, type CodeStep, toSnakeCase, withOwnName } from './code.ts';
import { spreads } from './read-elements.ts';
import { ANY_PART, callers, partReaders, plainReaders } from './read-methods.ts';

/** An expression that stands for a name, or for part of what the name stands for. */
export interface Use {
  readonly node: SyntaxNode;
  readonly chain: Chain;
  /** Whether the expression is a new list or record that contains it. */
  readonly isWrapped?: boolean;
}

interface Finding {
  readonly textOf: TextOf;
  readonly calls: Calls;
  /** Notes that code may change what a chain stands for. */
  readonly change: (chain: Chain) => void;
  /** Notes that a name gets what a chain stands for. */
  readonly alias: (name: string, chain: Chain) => void;
  /** Whether no other code knows the names that a node assigns. */
  readonly isLocal: (target: SyntaxNode) => boolean;
}

const MOST_LEVELS = 20;
const noOptions: ReadonlyMap<string, Code> = new Map();
const OTHER_INDEX: CodeStep = {
  name: '[]',
  values: [{ kind: 'other', text: '' }],
  options: noOptions,
};

/** Follows a use outwards until it is clear whether the code only reads it. */
export function followUse(start: Use, finding: Finding): void {
  let use: Use | undefined = start;
  for (let level = 0; use && level < MOST_LEVELS; level += 1) {
    use = (follows.get(use.node.parent?.name ?? '') ?? change)(use, finding);
  }
  if (use) finding.change(use.chain);
}

type Follow = (use: Use, finding: Finding) => Use | undefined;

const up: Follow = (use) => {
  const { parent } = use.node;
  return parent ? { ...use, node: parent } : undefined;
};
const onlyRead: Follow = () => undefined;
const change: Follow = ({ chain }, finding) => {
  finding.change(chain);
  return undefined;
};

const isFirst = ({ node }: Use): boolean => node.from === node.parent?.from;

const withStep = (chain: Chain, step: CodeStep): Chain =>
  chain.steps.at(-1)?.name === ANY_PART ? chain : { ...chain, steps: [...chain.steps, step] };
const anyPart = (chain: Chain): Chain => withStep(chain, { name: ANY_PART, options: noOptions });

const inComprehension: Follow = (use, finding) => {
  const before = use.node.prevSibling?.name;
  if (before === 'in') return inLoop(use, finding);
  const isTarget = before === 'for' || before === ',';
  return before === 'if' || before === 'async' || isTarget ? undefined : change(use, finding);
};

/** What the code around an expression does with it. Anything else may change it. */
const follows: ReadonlyMap<string, Follow> = new Map<string, Follow>([
  ['ParenthesizedExpression', up],
  ['AwaitExpression', up],
  ['PostfixExpression', up],
  ['MemberExpression', inMember],
  ['CallExpression', onlyRead],
  ['ArgList', inArguments],
  ['ArrayExpression', inLiteral],
  ['TupleExpression', inLiteral],
  ['SetExpression', inLiteral],
  ['DictionaryExpression', inLiteral],
  ['Property', inLiteral],
  ['ObjectExpression', up],
  ['BinaryExpression', inOperation],
  ['UnaryExpression', onlyRead],
  ['ConditionalExpression', inCondition],
  ['Interpolation', inTemplate],
  ['FormatReplacement', onlyRead],
  ['ForOfSpec', inLoop],
  ['ForInSpec', onlyRead],
  ['ForStatement', inLoop],
  ['ArrayComprehensionExpression', inComprehension],
  ['DictionaryComprehensionExpression', inComprehension],
  ['SetComprehensionExpression', inComprehension],
  ['ComprehensionExpression', inComprehension],
  ['Decorator', onlyRead],
  ['ParamList', inAssignment],
  ['VariableDeclaration', inAssignment],
  ['AssignStatement', inAssignment],
  ['AssignmentExpression', inAssignment],
  ...[
    'AssertStatement',
    'CaseLabel',
    'DoStatement',
    'ExpressionStatement',
    'IfStatement',
    'SwitchStatement',
    'TypeofType',
    'WhileStatement',
  ].map((name): [string, Follow] => [name, onlyRead]),
]);

function inMember(use: Use, finding: Finding): Use | undefined {
  const { node, chain } = use;
  const member = node.parent;
  // An index is only read.
  if (!member || !isFirst(use)) return undefined;
  if (use.isWrapped) return change(use, finding);
  const property = member.getChild('PropertyName');
  const name = property ? finding.textOf(property) : '';
  const call = member.parent;
  const isCall = call?.name === 'CallExpression' && call.from === member.from;
  // The methods of a class have their own statements.
  if (isCall && chain.head === 'self' && chain.steps.length === 0) return undefined;
  if (isCall && property) return inMethod({ node: call, chain }, toSnakeCase(name), finding);
  if (isCall) return change(use, finding);
  const step = property ? { name, options: noOptions } : indexStep(member, finding);
  return { node: member, chain: withOwnName(withStep(chain, step)) };
}

function indexStep(member: SyntaxNode, { textOf }: Finding): CodeStep {
  const index = member.getChild('[')?.nextSibling;
  if (!index || index.nextSibling?.name !== ']') return OTHER_INDEX;
  const text = textOf(index);
  if (/^\d{1,9}$/.test(text)) {
    return { ...OTHER_INDEX, values: [{ kind: 'number', number: Number(text) }] };
  }
  const key = /^(?<quote>['"])(?<key>[^\\]*)\k<quote>$/.exec(text)?.groups?.['key'];
  return key === undefined
    ? OTHER_INDEX
    : { ...OTHER_INDEX, values: [{ kind: 'text', text: key }] };
}

/** `use` is the call of the method. */
function inMethod(use: Use, name: string, finding: Finding): Use | undefined {
  const isPlain = plainReaders.has(name);
  if (!isPlain && !partReaders.has(name)) return change(use, finding);
  const list = use.node.getChild('ArgList');
  for (let one = list?.firstChild; one; one = one.nextSibling) {
    if (functions.has(one.name)) nameParameters(one, use.chain, finding);
    // It may be a function that is defined elsewhere.
    else if (callers.has(name) && !LITERALS.test(one.name)) change(use, finding);
  }
  return isPlain ? undefined : { ...use, chain: anyPart(use.chain) };
}

const LITERALS = /^(?:[(),]|Boolean\w*|None|null|Number|RegExp|String|(?:Array|Object)Expression)$/;
const functions = new Set(['ArrowFunction', 'FunctionExpression', 'LambdaExpression']);
/** The first two parameters of a callback get elements and positions, the third the list itself. */
function nameParameters(callback: SyntaxNode, chain: Chain, finding: Finding): void {
  let place = 0;
  const list = callback.getChild('ParamList');
  // `row => …`
  const first = list?.firstChild ?? callback.getChild('VariableDefinition');
  for (let one = first; one; one = list ? one.nextSibling : null) {
    if (one.name === ',') place += 1;
    else if (place < 2) nameParts(one, withStep(chain, OTHER_INDEX), finding);
    else nameAll(one, chain, finding);
  }
}

/** `{ name, url }` gets parts of what the chain stands for. */
function nameParts(target: SyntaxNode, chain: Chain, finding: Finding): void {
  const text = finding.textOf(target);
  if (/^[\w$]+$/.test(text)) nameAll(target, chain, finding);
  else if (/^[[{(]?[\w$\s,]*[\]})]?$/.test(text))
    nameAll(target, withStep(chain, OTHER_INDEX), finding);
  else nameAll(target, anyPart(chain), finding);
}

function nameAll(target: SyntaxNode, chain: Chain, finding: Finding): void {
  const { textOf, alias, change: changes, isLocal } = finding;
  if (!isLocal(target)) changes(chain);
  else for (const name of wordsIn(textOf(target))) alias(name, chain);
}

function inArguments(use: Use, finding: Finding): Use | undefined {
  const { node, chain } = use;
  const call = node.parent?.parent;
  if (node.prevSibling?.name === 'in') return inLoop(use, finding);
  if (!call || node.parent?.parent?.name === 'Decorator') return undefined;
  const isSpread = spreads.has(node.prevSibling?.name ?? '');
  const given = isSpread ? anyPart(chain) : chain;
  const used = useOfArgument(node, call, finding);
  if (used === 'class') return { node: call, chain };
  if (used === 'parts' && !use.isWrapped) return { node: call, chain: anyPart(given) };
  if (used !== 'plain') finding.change(given);
  return undefined;
}

function inLiteral(use: Use): Use | undefined {
  const { node, chain } = use;
  const isSpread = spreads.has(node.prevSibling?.name ?? '');
  const { parent } = node;
  return parent
    ? { node: parent, chain: isSpread ? anyPart(chain) : chain, isWrapped: true }
    : undefined;
}

const choosing = new Set(['LogicOp', 'and', 'or']);

/** Sums of lists have the same elements. */
function inOperation(use: Use, finding: Finding): Use | undefined {
  const operator = isFirst(use) ? use.node.nextSibling : use.node.prevSibling;
  const name = operator?.name ?? '';
  if (name === 'as' || name === 'satisfies') return isFirst(use) ? up(use, finding) : undefined;
  if (choosing.has(name)) return change(use, finding);
  if (name === 'ArithOp') finding.change(anyPart(use.chain));
  return undefined;
}

function inCondition(use: Use, finding: Finding): Use | undefined {
  const { prevSibling: before, nextSibling: after } = use.node;
  // `rows ? a : b`, and `a if rows else b`
  const isAsked = before?.name === 'if' || (!before && after?.name === 'LogicOp');
  return isAsked ? undefined : change(use, finding);
}

function inTemplate(use: Use, finding: Finding): Use | undefined {
  const isTagged = use.node.parent?.parent?.parent?.name === 'TaggedTemplateExpression';
  return isTagged ? change(use, finding) : undefined;
}

/** In `for (const row of rows)`, `row` is an element of `rows`. */
function inLoop(use: Use, finding: Finding): Use | undefined {
  const sign = use.node.prevSibling;
  // Otherwise, it is what the loop assigns.
  if (sign?.name !== 'in' && sign?.name !== 'of') return undefined;
  if (isNewList(use)) return change(use, finding);
  nameTargets(sign, withStep(use.chain, OTHER_INDEX), finding);
  return undefined;
}

/** The parts of a new list are not parts of its parts. */
const isNewList = ({ isWrapped, chain }: Use): boolean =>
  isWrapped === true && chain.steps.at(-1)?.name !== ANY_PART;

const besideTargets = new Set([',', '(', 'const', 'let', 'var', 'TypeAnnotation', 'TypeDef']);

/** Notes the targets before an assignment sign; several targets unpack the value. */
function nameTargets(sign: SyntaxNode, chain: Chain, finding: Finding): void {
  const targets: SyntaxNode[] = [];
  for (let one = sign.prevSibling; one && one.name !== 'for'; one = one.prevSibling) {
    if (!besideTargets.has(one.name)) targets.push(one);
  }
  const isSpread = targets.some(({ name }) => spreads.has(name));
  const isUnpacked = targets.length > 1 || sign.prevSibling?.name === ',';
  const part = isSpread ? anyPart(chain) : isUnpacked ? withStep(chain, OTHER_INDEX) : chain;
  for (const target of targets) nameParts(target, part, finding);
}

function inAssignment(use: Use, finding: Finding): Use | undefined {
  const { node, chain } = use;
  const sign = node.prevSibling;
  if ((sign?.name !== 'Equals' && sign?.name !== 'AssignOp') || isAssigned(node)) {
    // The target before the sign changes.
    if (chain.steps.length > 0) finding.change({ ...chain, steps: [] });
    return undefined;
  }
  const { parent } = node;
  const isInner =
    parent?.name === 'AssignmentExpression' && parent.parent?.name !== 'ExpressionStatement';
  const target = targetOf(sign);
  if (isInner || isNewList(use)) finding.change(chain);
  else if (parent?.name === 'AssignStatement') nameSides(sign, chain, finding);
  else if (target && NAMED.test(target.name)) nameParts(target, chain, finding);
  else finding.change(chain);
  return undefined;
}

const NAMED = /^(?:VariableDefinition|VariableName|\w+Pattern)$/;

/** In Python, `a = b, c = rows` is possible. */
function nameSides(sign: SyntaxNode, chain: Chain, finding: Finding): void {
  let isSimple = true;
  for (let one = sign.prevSibling; one; one = one.prevSibling) {
    isSimple &&= /^(?:,|\*|TypeDef|VariableName)$/.test(one.name);
  }
  if (isSimple) nameTargets(sign, chain, finding);
  else finding.change(chain);
}
