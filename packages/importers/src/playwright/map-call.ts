import type { Chain, Code, CodeStep } from '../code/code.ts';
import {
  approximated,
  joinMappings,
  mapped,
  type Mapping,
  setup,
  skipped,
} from '../draft/mapping.ts';
import { isLocator } from '../draft/locators.ts';
import { countInto, extract, interact, sleep, waitFor } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';
import {
  booleanOption,
  type Command,
  losesDownload,
  plainArgument,
  withAnnounced,
} from './command.ts';
import { applyContext, applyOptions } from './context-options.ts';
import { elementCommands } from './element-commands.ts';
import { mapExpectation } from './expectations.ts';
import { mapFileCall } from './map-downloads.ts';
import { mapEvent } from './map-events.ts';
import { leaveField, pageCommands } from './page-commands.ts';
import { printLocator, splitChain } from './print-locator.ts';
import { resolveChain, type ScriptState, tabOf } from './script-state.ts';
import { isTrimming, readNumber } from './script-values.ts';
import { mapComparison } from './value-expectations.ts';

const PROGRAM = 'It is program code, which Errand does not import.';
const NO_DOWNLOAD =
  'Only a click can expect its download: replace the step with a click that begins it.';
/** Calls on a page or a frame whose first argument is a selector. */
const withSelector = new Set(
  'check click dblclick dispatch_event drag_and_drop fill focus get_attribute hover inner_html inner_text input_value press select_option set_checked set_input_files tap text_content type uncheck wait_for_selector'.split(
    ' ',
  ),
);

/** Calls after which keys go to the element. */
const takesFocus = new Set(
  'check click dblclick fill focus press press_sequentially select_option tap type uncheck'.split(
    ' ',
  ),
);

/** Maps a call of a script. `resultName`: the name that gets its result. */
export function mapCall(code: Code, state: ScriptState, resultName?: string): Mapping {
  if (code.kind !== 'chain') return skipped(PROGRAM);
  const chain = resolveChain(code, state);
  if (chain.head === 'expect') return mapExpect(chain, state);
  if (chain.head === 'test') return mapTestCall(chain, state);
  if (chain.head === 'console' || chain.head === 'print') {
    return approximated('Prints for the developer only.');
  }
  const own = state.functions.get(chain.head);
  if (own) return mapOwnCall(chain.head, own.lastLine, state);
  const pause = mapPause(chain, state);
  if (pause) return pause;
  if (chain.head === 'asyncio') return setup('Its statements are separate steps.');
  const file = mapFileCall(chain, state, resultName);
  if (file) return file;
  const tab = tabOf(chain.head, state);
  const hasEvents = tab !== undefined || state.contexts.has(chain.head);
  const event = hasEvents ? mapEvent(chain.steps, state, resultName) : undefined;
  if (event) return event;
  if (tab === undefined) return applyContext(chain, state, resultName) ?? skipped(PROGRAM);
  const alias = code.head === chain.head ? undefined : code.head;
  return mapOnPage(chain, tab, { state, resultName, alias });
}

/** `time.sleep(2)` and `asyncio.sleep(2)` pause a script. */
function mapPause({ head, steps: [call] }: Chain, state: ScriptState): Mapping | undefined {
  const isPause = (head === 'time' || head === 'asyncio') && call?.name === 'sleep';
  if (!isPause && !(head === 'sleep' && call?.name === '')) return undefined;
  const seconds = readNumber(call.values?.[0], state);
  return seconds === undefined || seconds < 0
    ? skipped('Its time is computed by program code.')
    : mapped(sleep(seconds));
}

/** The statements of a function are imported once, where it is defined. */
function mapOwnCall(name: string, end: number, state: ScriptState): Mapping {
  if (state.called.has(name)) return skipped(`${name} is imported once: copy its steps here.`);
  state.called.add(name);
  return state.lastStepLine > end
    ? approximated(`The steps of ${name} are where it is defined: move them here.`)
    : setup('Its statements are separate steps.');
}

interface CallPlace {
  readonly alias: string | undefined;
  readonly state: ScriptState;
  readonly resultName: string | undefined;
}

function mapOnPage(chain: Chain, tab: number, { state, resultName, alias }: CallPlace): Mapping {
  const { finding, acting } = splitChain(chain.steps);
  const [first, second] = acting;
  if (!first) {
    if (resultName !== undefined) state.values.set(resultName, chain);
    return setup('A name for a locator of later steps.');
  }
  const isNamespace = !first.values && (first.name === 'keyboard' || first.name === 'mouse');
  const call = isNamespace && second ? { ...second, name: `${first.name}.${second.name}` } : first;
  const isOfFrame = finding.every(({ name }) => name === 'frame');
  const isLegacy = isOfFrame && withSelector.has(call.name);
  const [selector, ...rest] = call.values ?? [];
  const steps: readonly CodeStep[] =
    isLegacy && selector
      ? [...finding, { name: 'locator', values: [selector], options: new Map() }]
      : finding;
  const locator = steps.length === 0 ? undefined : printLocator(steps, state);
  if (steps.length > 0 && locator === undefined) {
    return skipped('Its locator is computed by program code.');
  }
  const values = isLegacy ? rest : (call.values ?? []);
  const following = acting.slice(isNamespace ? 2 : 1).filter((step) => !isTrimming(step));
  const kept = following.length === 0 ? resultName : undefined;
  const command = { ...call, values, locator, state, resultName: kept, tab, alias };
  const mapping = leaveOut(
    following,
    inTab(tab, state, () => runCommand(command)),
  );
  if (locator !== undefined && takesFocus.has(call.name)) {
    state.focused = alias === undefined ? [locator] : [locator, alias];
  }
  const isTab = call.name === 'press' && plainArgument(command, 0) === 'Tab';
  if (locator !== undefined && (isTab || call.name === 'blur')) leaveField(state);
  const candidates = locator === undefined ? [] : [locator];
  return { ...mapping, candidates };
}

/** What a script makes of the result of a step, such as `.replace('$', '')`. */
function leaveOut(following: readonly CodeStep[], mapping: Mapping): Mapping {
  if (following.length === 0 || mapping.nodes.length === 0) return mapping;
  const names = following.map(({ name }) => name).join(', ');
  const left = approximated(`The program code that follows is left out: ${names}.`);
  return joinMappings([mapping, left]);
}

/** Switches to the tab of a step first, if another tab is current. */
function inTab(tab: number, state: ScriptState, map: () => Mapping): Mapping {
  const { currentTab, openTabs } = state;
  const index = openTabs.indexOf(tab);
  const mapping = map();
  const isElsewhere = mapping.nodes.length > 0 && currentTab !== tab && index !== -1;
  if (isElsewhere && state.currentTab === currentTab) state.currentTab = tab;
  const before = isElsewhere ? [interact('switch_tab', { tab_index: index })] : [];
  const nodes = [...before, ...mapping.nodes.map((node) => withAnnounced(node, state))];
  if (!losesDownload(mapping.nodes, state)) return { ...mapping, nodes };
  return { ...mapping, nodes, outcome: 'approximated', why: NO_DOWNLOAD };
}

function runCommand(command: Command): Mapping {
  const { locator, name, state } = command;
  const reading = readInto(command);
  if (reading) return reading;
  if (locator === undefined) {
    return (
      ownValue(pageCommands, name)?.(command) ?? skipped(`Errand has no step for page.${name}.`)
    );
  }
  const renamed =
    name === 'wait_for_selector' ? 'wait_for' : name === 'drag_and_drop' ? 'drag_to' : name;
  if (!isLocator(locator)) return skipped(`Errand does not have this locator: ${locator}`);
  if (booleanOption(command, 'trial')) {
    const wait = waitFor({ command: locator, assertion: 'to_be_visible' });
    return approximated('A trial only waits until the element is visible.', wait);
  }
  const run = ownValue(elementCommands, renamed);
  return run?.({ ...command, locator, state }) ?? skipped(`Errand has no step for ${name}.`);
}

/** Reads text from the page into a variable. */
function readInto({ name, locator, values, state, resultName }: Command): Mapping | undefined {
  const isAttribute = name === 'get_attribute';
  const isText = ['text_content', 'inner_text', 'input_value', 'inner_html'].includes(name);
  if (!isText && !isAttribute && name !== 'count') return undefined;
  if (locator === undefined) return undefined;
  if (!isLocator(locator)) return skipped(`Errand does not have this locator: ${locator}`);
  const [attribute] = values;
  if (isAttribute && attribute?.kind !== 'text') return skipped(PROGRAM);
  const variable = state.draft.names.variable(resultName ?? 'result');
  if (resultName !== undefined) state.variables.set(resultName, variable);
  if (name === 'count') return mapped(countInto(locator, variable));
  if (name === 'inner_html') {
    return approximated('Reads its text: Errand has no step for HTML.', extract(locator, variable));
  }
  const read = isAttribute && attribute?.kind === 'text' ? attribute.text : undefined;
  return mapped(extract(locator, variable, read));
}

function mapExpect(chain: Chain, state: ScriptState): Mapping {
  const mapping = mapCheck(chain, state);
  const isSoft = chain.steps[0]?.name === 'soft' && mapping.outcome === 'mapped';
  const why = 'A failure ends the task, whereas the test goes on.';
  return isSoft ? { ...mapping, outcome: 'approximated', why } : mapping;
}

function mapCheck(chain: Chain, state: ScriptState): Mapping {
  const [call, ...others] = chain.steps;
  const isSoft = call && ['soft', 'configure', 'poll'].includes(call.name);
  const start = isSoft ? (call.values ? call : others.shift()) : call;
  const [actual] = start?.values ?? [];
  const isNegated = others.some(({ name, values }) => name === 'not' && !values);
  const matcher = others.findLast(({ values }) => values !== undefined);
  if (!actual || !matcher) return skipped('It checks a value of the program.');
  const target = actual.kind === 'chain' ? resolveChain(actual, state) : undefined;
  const tab = target && tabOf(target.head, state);
  if (!target || tab === undefined) return skipped('It checks a value of the program.');
  const { finding, acting } = splitChain(target.steps);
  if (acting.length > 0)
    return inTab(tab, state, () => mapComparison({ actual, matcher, isNegated, state }));
  const locator = finding.length === 0 ? undefined : printLocator(finding, state);
  if (finding.length > 0 && locator === undefined)
    return skipped('Its locator is computed by program code.');
  return inTab(tab, state, () => mapExpectation({ locator, matcher, isNegated, state }));
}

/** Checks a value of the page in the tab that it belongs to. */
export function compareInTab(compared: Parameters<typeof mapComparison>[0]): Mapping {
  const { actual, state } = compared;
  const target = actual.kind === 'chain' ? resolveChain(actual, state) : undefined;
  const tab = target && tabOf(target.head, state);
  const map = (): Mapping => mapComparison(compared);
  return tab === undefined ? map() : inTab(tab, state, map);
}

/** Settings of tests; the functions of tests, hooks and `test.step` are read by the caller. */
function mapTestCall({ steps: [call] }: Chain, state: ScriptState): Mapping {
  if (call?.name === 'use' && call.options.size > 0) return applyOptions(call.options, state);
  if (call && hasUnreadSteps(call)) {
    return skipped(
      'Its steps are not in this text, or cannot be read: import the function itself.',
    );
  }
  return setup('A setting of the test runner.');
}

/** Whether a test, a hook or a step is given code that the caller did not read. */
function hasUnreadSteps({ name, values = [] }: CodeStep): boolean {
  const isHook = /^(?:before|after)_(?:each|all)$/.test(name);
  // The first value of a test is its title, and that of `test.skip` may be a condition.
  const given = isHook ? values : values.slice(1);
  return given.some(({ kind }) => kind === 'chain' || kind === 'other');
}
