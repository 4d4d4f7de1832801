import { type Code, type Statement, stepsInside } from '../code/code.ts';
import { joinMappings, mapped, type Mapping, setup, skipped } from '../draft/mapping.ts';
import { compareInTab, mapCall } from './map-call.ts';
import { handledDialogs } from './map-events.ts';
import {
  forgetChanged,
  forgetChangedByFunctions,
  forgetHeld,
  forgetMentioned,
  noteFunctions,
  shareContents,
} from './changed-values.ts';
import { forget, resolveChain, type ScriptState } from './script-state.ts';
import { freeze } from './script-values.ts';

const PROGRAM = 'It is program code, which Errand does not import.';
const BROKEN =
  'It has a syntax error, so what it does is not certain. A line with one can include the lines after it.';
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
  // A `with` assigns its names before its body runs; other statements change names after reading.
  if (statement.kind === 'with') forgetChanged(statement, state);
  if (statement.kind === 'declaration') {
    forgetChanged(statement, state);
    reportInside(statement, state);
    return;
  }
  const inner = calledInside(statement);
  if (inner) {
    for (const name of inner.parameters) forget(name, state);
    mapStatements(inner.body, state);
    if (statement.kind === 'assignment') for (const name of statement.names) forget(name, state);
    reportInside(statement, state, inner.body);
    return;
  }
  report(statement, state, () => mapOne(statement, state));
  if (statement.kind !== 'with') forgetChanged(statement, state);
  forgetMentioned(statement, state);
  noteFunctions(statement, state);
  reportInside(statement, state);
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
  state.unknownInputs.clear();
  const { isSetup } = state.draft.add({ step, line: statement.line }, () =>
    withUnknownInputs(map(), state),
  );
  if (!isSetup) state.lastStepLine = statement.line;
}

/** A value that the script does not contain is never typed or looked for as an empty text. */
function withUnknownInputs(mapping: Mapping, { unknownInputs }: ScriptState): Mapping {
  if (unknownInputs.size === 0 || mapping.outcome === 'skipped') return mapping;
  const names = [...unknownInputs].map((placeholder) => placeholder.replace(/^\{(\w+).*/, '$1'));
  const unknown = `Program code computes a value from it: pass it as the input ${names.join(', ')}.`;
  const why = mapping.why === undefined ? unknown : `${mapping.why} ${unknown}`;
  return { ...mapping, outcome: 'approximated', why };
}

/**
 * Statements in the blocks of a program are reported, too. It is not known whether they run, or
 * what their names mean afterwards.
 */
function reportProgram(statement: Statement, state: ScriptState): void {
  if (statement.kind === 'assignment') {
    for (const name of statement.names) forget(name, state);
  }
  if (statement.kind !== 'declaration') report(statement, state, () => skipped(PROGRAM));
  const inside = 'body' in statement ? statement.body : [];
  for (const one of inside) reportProgram(one, state);
  reportInside(statement, state);
}

/** The steps of functions in expressions: whether and when they run is not known. */
function reportInside(
  statement: Statement,
  state: ScriptState,
  apartFrom?: readonly Statement[],
): void {
  const names = statement.kind === 'value' ? handledDialogs(statement.value) : [];
  for (const one of stepsInside(statement, apartFrom)) {
    const isAnswer =
      one.kind === 'value' && one.value.kind === 'chain' && names.includes(one.value.head);
    if (!isAnswer) reportProgram(one, state);
  }
}

/** `test.step('Sign in', async () => { ... })` only names its steps. */
function calledInside(statement: Statement): (Code & { kind: 'function' }) | undefined {
  if (statement.kind === 'assignment') {
    return statement.value.kind === 'function' && statement.value.isCalled
      ? statement.value
      : undefined;
  }
  if (statement.kind !== 'value') return undefined;
  const { value } = statement;
  if (value.kind === 'function') return value;
  if (value.kind !== 'chain' || value.head !== 'test') return undefined;
  const [step] = value.steps;
  const callback = step?.values?.findLast(({ kind }) => kind === 'function');
  return step?.name === 'step' && callback?.kind === 'function' ? callback : undefined;
}

function mapOne(statement: Statement, state: ScriptState): Mapping {
  if (statement.isBroken) return skipped(BROKEN);
  switch (statement.kind) {
    case 'value':
      return mapValue(statement.value, state, []);
    case 'assignment':
      return mapAssignment(statement, state);
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
    // In a list of concurrent calls, an event may be expected after the step that causes it.
    const named = value.elements.map((one, index) => ({
      one,
      names: names.slice(index, index + 1),
    }));
    const announced = named.filter(({ one }) => isAnnouncement(one));
    const steps = named.filter(({ one }) => !isAnnouncement(one));
    return joinMappings(
      [...announced, ...steps].map((part) => mapValue(part.one, state, part.names)),
    );
  }
  if (value.kind !== 'chain') return skipped(PROGRAM);
  // `rows.append(x)` changes what it holds.
  forgetHeld([value], state);
  const [call] = value.steps;
  const [list] = call?.values ?? [];
  if (value.head === 'Promise' && call?.name === 'all' && list) return mapValue(list, state, names);
  return mapCall(value, state, names[0] === '' ? undefined : names[0]);
}

const isAnnouncement = (code: Code): boolean =>
  code.kind === 'chain' && code.steps.at(-1)?.name === 'wait_for_event';

function mapAssignment(
  { names, value, unpacks, line }: Statement & { kind: 'assignment' },
  state: ScriptState,
): Mapping {
  const [name = ''] = names;
  const frozen = freeze(value, state, { names });
  if (constants.has(frozen.kind)) {
    const parts = names.map((one, index) => {
      if (unpacks === undefined) return frozen;
      if (unpacks === 'other') return undefined;
      if (frozen.kind === 'list') return frozen.elements[index];
      return frozen.kind === 'record' ? frozen.entries.get(one) : undefined;
    });
    if (frozen.kind === 'list' || frozen.kind === 'record') shareContents(value, names, state);
    for (const one of names) forget(one, state);
    for (const [index, one] of names.entries()) {
      const part = parts[index];
      const isSettled = !state.unsettled.has(one);
      if (part && isSettled && constants.has(part.kind)) state.values.set(one, part);
      forgetChangedByFunctions(one, line, state);
    }
    return setup('A value of the script.');
  }
  const resolved =
    value.kind === 'chain' && names.includes(value.head) ? resolveChain(value, state) : value;
  for (const one of names) forget(one, state);
  if (resolved.kind === 'chain') {
    const taken = takeOver(name, resolved, state);
    if (taken) return taken;
  }
  return mapValue(resolved, state, unpacks === 'other' ? [] : names);
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
    return compareInTab({ actual: left, matcher, isNegated: false, state });
  }
  if (!right) return skipped(PROGRAM);
  const isIn = operator === 'in' || operator === 'not in';
  if (!isIn && operator !== '==' && operator !== '!=') return skipped(PROGRAM);
  const [actual, expected] = isIn || left.kind !== 'chain' ? [right, left] : [left, right];
  const matcher = { name: isIn ? 'to_contain' : 'to_be', values: [expected], options };
  return compareInTab({
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
