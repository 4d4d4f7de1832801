import { member } from '../draft/json.ts';
import {
  approximated,
  joinMappings,
  mapped,
  type Mapping,
  type NodeDocument,
  skipped,
} from '../draft/mapping.ts';
import { interact } from '../draft/nodes.ts';
import { ownValue } from '../draft/own-value.ts';
import { elementActions } from './selenium-actions.ts';
import { addBlockCommand, isBlockCommand, isIgnored } from './selenium-blocks.ts';
import { mapCheck } from './selenium-checks.ts';
import { withDialog } from './selenium-dialogs.ts';
import { readCandidates, readLocator } from './selenium-locators.ts';
import { pageActions } from './selenium-page.ts';
import type { SeleniumCommand } from './selenium-command.ts';
import { type SeleniumState, withUnknown } from './selenium-state.ts';

interface Running {
  readonly state: SeleniumState;
  /** All tests of the project, for `run`. */
  readonly tests: ReadonlyMap<string, readonly SeleniumCommand[]>;
  /** Names of the tests that are being imported. */
  readonly running: readonly string[];
}

const MOST_NESTED = 5;

/** Adds the commands of a test in order. */
export function addCommands(commands: readonly SeleniumCommand[], running: Running): void {
  for (const command of commands) addCommand(command, running);
}

function addCommand(command: SeleniumCommand, running: Running): void {
  const { state, tests } = running;
  const step = describe(command);
  if (isBlockCommand(command.name)) {
    addBlockCommand(command, state, step);
    return;
  }
  const isRun = command.name === 'run' && !isIgnored(state);
  const test = isRun ? tests.get(command.target) : undefined;
  const isNested =
    running.running.length <= MOST_NESTED && !running.running.includes(command.target);
  if (test && isNested) {
    const inside = { ...running, running: [...running.running, command.target] };
    const blocks = state.blocks.length;
    state.draft.inline({ step }, () => {
      addCommands(test, inside);
      for (let left = state.blocks.length; left > blocks; left -= 1) {
        addBlockCommand({ ...command, name: 'end' }, state, 'end');
      }
    });
    return;
  }
  state.draft.add({ step }, () =>
    withUnknown(
      inSelectedTab(state, () => mapCommand(command, state)),
      state,
    ),
  );
}

/** In Errand a new tab becomes current immediately, in Selenium only when it is selected. */
function inSelectedTab(state: SeleniumState, map: () => Mapping): Mapping {
  const { currentTab, selectedTab } = state;
  // Read before the command runs, because it may close the tab.
  const isOpen = selectedTab < state.tabs.length;
  const mapping = map();
  const acts = mapping.nodes.some(
    ({ misc_action: misc }) => member(misc, 'set_variable') === undefined,
  );
  if (!acts) return mapping;
  if (!isOpen || currentTab === selectedTab) return onPage(mapping, state);
  const isStill = state.selectedTab === selectedTab && state.currentTab === currentTab;
  if (isStill) state.currentTab = selectedTab;
  const change = interact('switch_tab', { tab_index: selectedTab });
  return { ...mapping, nodes: [change, ...mapping.nodes] };
}

/** The first step that needs a page reports that none is open. */
function onPage(mapping: Mapping, state: SeleniumState): Mapping {
  const needsPage = mapping.nodes.some((node) => !('sleep_action' in node));
  if (state.hasPage || !needsPage) return mapping;
  state.hasPage = true;
  const why = 'No earlier command opens a page: the run begins on a blank one.';
  return joinMappings([mapping, approximated(why)]);
}

/** Typed values stay out of reports: they may be passwords. */
function describe({ name, target, value }: SeleniumCommand): string {
  if (name === 'store') return `store … ${value}`;
  return `${name} ${target}`.trim();
}

function mapCommand(command: SeleniumCommand, state: SeleniumState): Mapping {
  const { name } = command;
  if (name.startsWith('//')) return { ...mapped(), why: 'It is switched off.' };
  if (name === '') return { ...mapped(), why: 'It has no command.' };
  if (isIgnored(state)) return skipped('Its block is not imported.');
  if (name === 'run') return skipped('The project has no such test, or it runs itself.');
  const page = ownValue(pageActions, name);
  if (page) return withDialog(page(command, state), state);
  const check = mapCheck(command, state);
  if (check) return { ...check, candidates: candidatesOf(command, state) };
  const action = ownValue(elementActions, name);
  if (!action) return skipped(`Errand has no step for ${name.slice(0, 60)}.`);
  const candidates = candidatesOf(command, state);
  const locator = readLocator(command.target, state) ?? candidates[0];
  if (locator === undefined) return skipped('None of its locators can be used.');
  const mapping = action({ ...command, locator, state });
  return withWindow({ ...withDialog(mapping, state), candidates }, command, state);
}

const candidatesOf = (command: SeleniumCommand, state: SeleniumState): string[] =>
  readCandidates(command, state);

function withWindow(mapping: Mapping, command: SeleniumCommand, state: SeleniumState): Mapping {
  const { opensWindow, windowName } = command;
  const { tabs } = state;
  if (!opensWindow) return mapping;
  const at = mapping.nodes.findLastIndex((node) => 'interaction_action' in node);
  if (at === -1) return mapping;
  tabs.push(windowName);
  state.currentTab = tabs.length - 1;
  const nodes = mapping.nodes.map((node, index): NodeDocument =>
    index === at ? { ...node, expect_new_tab: true } : node,
  );
  return { ...mapping, nodes };
}
