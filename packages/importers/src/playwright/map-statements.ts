import type { Code, Statement } from '../code/code.ts';
import { joinMappings, mapped, type Mapping, setup, skipped } from '../draft/mapping.ts';
import { mapCall } from './map-call.ts';
import { resolveChain, type ScriptState } from './script-state.ts';
import { mapComparison } from './value-expectations.ts';

const PROGRAM = 'It is program code, which Errand does not import.';
const constants = new Set<Code['kind']>([
  'boolean',
  'function',
  'list',
  'none',
  'number',
  'pattern',
  'record',
  'template',
  'text',
]);

/** Reports every statement, including nested ones, and adds their nodes. */
export function mapStatements(statements: readonly Statement[], state: ScriptState): void {
  for (const statement of statements) mapStatement(statement, state);
}

function mapStatement(statement: Statement, state: ScriptState): void {
  if (statement.kind === 'declaration') return;
  const inner = stepsInside(statement);
  if (inner) {
    mapStatements(inner, state);
    return;
  }
  report(statement, state, () => mapOne(statement, state));
  if (statement.kind === 'with') {
    mapStatements(statement.body, state);
    nameResources(statement.resources, state);
    return;
  }
  const left = 'body' in statement ? statement.body : [];
  for (const one of left) reportProgram(one, state);
}

function report(statement: Statement, state: ScriptState, map: () => Mapping): void {
  const step = withoutValues(statement.text);
  const { isSetup } = state.draft.add({ step, line: statement.line }, map);
  if (!isSetup) state.lastStepLine = statement.line;
}

/** The statements in the blocks of a program have lines, too. */
function reportProgram(statement: Statement, state: ScriptState): void {
  if (statement.kind !== 'declaration') report(statement, state, () => skipped(PROGRAM));
  const inside = 'body' in statement ? statement.body : [];
  for (const one of inside) reportProgram(one, state);
}

/** `test.step('Sign in', async () => { ... })` only names its steps. */
function stepsInside(statement: Statement): readonly Statement[] | undefined {
  if (statement.kind !== 'value') return undefined;
  const { value } = statement;
  if (value.kind === 'function') return value.body;
  if (value.kind !== 'chain' || value.head !== 'test') return undefined;
  const [step] = value.steps;
  const callback = step?.values?.findLast(({ kind }) => kind === 'function');
  return step?.name === 'step' && callback?.kind === 'function' ? callback.body : undefined;
}

function mapOne(statement: Statement, state: ScriptState): Mapping {
  switch (statement.kind) {
    case 'value':
      return mapValue(statement.value, state, []);
    case 'assignment':
      return mapAssignment(statement.names, statement.value, state);
    case 'with':
      return joinMappings(
        statement.resources.map(({ value, name }) =>
          mapValue(value, state, name === undefined ? [] : [name]),
        ),
      );
    case 'assert':
      return mapAssert(statement, state);
    case 'class':
    case 'declaration':
    case 'function':
    case 'program':
    default:
      return skipped(PROGRAM);
  }
}

function mapValue(value: Code, state: ScriptState, names: readonly string[]): Mapping {
  if (value.kind === 'list') {
    return joinMappings(
      value.elements.map((one, index) => mapValue(one, state, names.slice(index, index + 1))),
    );
  }
  if (value.kind !== 'chain') return skipped(PROGRAM);
  const [call] = value.steps;
  const [list] = call?.values ?? [];
  if (value.head === 'Promise' && call?.name === 'all' && list) return mapValue(list, state, names);
  return mapCall(value, state, names[0]);
}

function mapAssignment(names: readonly string[], value: Code, state: ScriptState): Mapping {
  const [name = ''] = names;
  if (constants.has(value.kind)) {
    for (const one of names) state.values.set(one, value);
    return setup('A value of the script.');
  }
  if (value.kind === 'chain') {
    const taken = takeOver(name, value, state);
    if (taken) return taken;
  }
  return mapValue(value, state, names);
}

/** `page1 = page1_info.value`, `const page1 = await page1Promise`. */
function takeOver(
  name: string,
  value: Code & { kind: 'chain' },
  state: ScriptState,
): Mapping | undefined {
  const { head, steps } = resolveChain(value, state);
  const isSame = steps.every((step) => step.name === 'value');
  if (!isSame) return undefined;
  const tab = state.tabs.get(head);
  if (tab !== undefined) state.tabs.set(name, tab);
  if (state.downloads.has(head)) state.downloads.add(name);
  if (state.choosers.has(head)) state.choosers.add(name);
  const isKnown = tab !== undefined || state.downloads.has(head) || state.choosers.has(head);
  return isKnown ? mapped() : undefined;
}

/**
 * In `with page.expect_popup() as info:`, `info` can only be a popup that the block opens: nothing
 * after the block counts.
 */
function nameResources(
  resources: readonly { readonly value: Code; readonly name?: string }[],
  state: ScriptState,
): void {
  const hasPopup = resources.some(({ name }) => name !== undefined && state.tabs.has(name));
  if (hasPopup && state.pendingTab !== undefined) state.pendingTab = undefined;
}

function mapAssert(statement: Statement & { kind: 'assert' }, state: ScriptState): Mapping {
  const { left, operator, right } = statement;
  const options = new Map<string, Code>();
  if (operator === '') {
    const matcher = { name: 'to_be_truthy', values: [], options };
    return mapComparison({ actual: left, matcher, isNegated: false, state });
  }
  if (!right) return skipped(PROGRAM);
  const isIn = operator === 'in' || operator === 'not in';
  if (!isIn && operator !== '==' && operator !== '!=') return skipped(PROGRAM);
  const [actual, expected] = isIn || left.kind !== 'chain' ? [right, left] : [left, right];
  const matcher = { name: isIn ? 'to_contain' : 'to_be', values: [expected], options };
  return mapComparison({
    actual,
    matcher,
    isNegated: operator === '!=' || operator === 'not in',
    state,
  });
}

/** Typed values stay out of reports: they may be passwords. */
function withoutValues(text: string): string {
  const typed =
    /(?<call>\b(?:fill|type|pressSequentially|press_sequentially|insertText|insert_text|toHaveValue|to_have_value)\s*\()[^]*/;
  const option =
    /(?<name>\b(?:http_?credentials|extra_?http_?headers|storage_?state|proxy)\s*[:=])[^]*/i;
  return text
    .replace(typed, '$<call>…)')
    .replace(option, '$<name> …')
    .replace(/^(?<name>(?:(?:const|let|var)\s+)?[\w$.:\s]+?=\s*)(?:r?["'`])[^]*/, '$<name>…');
}
