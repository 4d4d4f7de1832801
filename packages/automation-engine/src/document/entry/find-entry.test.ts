import { expect, test } from '@jest/globals';
import { parseAutomation } from '../index.ts';
import { EntryRefusedError } from './entry-errors.ts';
import { findEntry, type FailedRun } from './find-entry.ts';

const interact = (kind: string, params: object, more: object = {}) => ({
  interaction_action: { [kind]: { command: 'locator("#a")', ...params } },
  ...more,
});
const open = { interaction_action: { go_to_url: { url: 'https://portal.example/new' } } };
const fill = interact('input_text', { input_text: '{total[0]}' });
const pay = interact('click_element', {});
const resumable = (node: object) => ({ ...node, resumable: true });
const automationOf = (nodes: readonly object[], post: readonly object[] = []) =>
  parseAutomation({
    url: 'https://portal.example',
    parameters: { input_parameters: {}, generated_parameters: { total: [] } },
    nodes,
    post_processing_nodes: post,
  });

interface Case {
  readonly from?: string;
  /** The nodes that the failed run executed. */
  readonly nodes: readonly object[];
  /** The nodes of the new run. Default: the same. */
  readonly now?: readonly object[];
  readonly post?: readonly object[];
  /** Paths of checkpoints; the last one is the node at which the run stopped. */
  readonly kept: readonly string[];
  readonly failed?: FailedRun['failed'];
  readonly lost?: readonly string[];
  readonly pageUrl?: string | null;
}

function enter({
  from = 'failed_node',
  nodes,
  now = nodes,
  kept,
  failed,
  ...moment
}: Case): string {
  const { lost = [], pageUrl = 'https://portal.example/page', post } = moment;
  const run = {
    automation: automationOf(nodes),
    failed,
    kept: kept.map((nodePath) => ({ nodePath, pageUrl, lostVariables: lost })),
  };
  try {
    return findEntry({ from, automation: automationOf(now, post), run });
  } catch (error) {
    if (error instanceof EntryRefusedError) return `${error.problem}: ${error.message}`;
    throw error;
  }
}

const failedAt = (nodePath: string, errorClass: string, hasActed = false) => ({
  nodePath,
  errorClass,
  hasActed,
});
const two = ['nodes[0]', 'nodes[2]'];

test('starts at the last resumable node up to the failed one', () => {
  const nodes = [resumable(open), fill, resumable(pay)];
  expect(enter({ nodes, kept: ['nodes[2]'] })).toBe('nodes[2]');
  expect(enter({ nodes: [resumable(open), fill, fill], kept: two })).toBe('nodes[0]');
  // A later version may mark the node as resumable.
  expect(enter({ nodes: [open, fill, pay], now: nodes, kept: ['nodes[2]'] })).toBe('nodes[2]');
});

test('a step that may have had an effect runs again only if its failure shows that it had none', () => {
  const nodes = [resumable(open), fill, pay];
  const missing = failedAt('nodes[2]', 'locator_not_found');
  expect(enter({ nodes, kept: two, failed: missing })).toBe('nodes[0]');
  expect(enter({ nodes, kept: two, failed: failedAt('nodes[2]', 'timeout') })).toMatch(
    /^not-resumable: .*nodes\[2\] \(click_element\) again: it may have had its effect before it failed.*"resumable": true/,
  );
  // The step's first act, or an agent that searched for its element, may have had the effect.
  for (const errorClass of ['locator_not_found', 'element_not_found', 'not_actionable']) {
    const late = failedAt('nodes[2]', errorClass, true);
    expect(enter({ nodes, kept: two, failed: late })).toMatch(
      /^not-resumable: .*nodes\[2\] \(click_element\) again: it may have had its effect/,
    );
  }
  const early = [resumable(open), pay, fill];
  expect(enter({ nodes: early, kept: two, failed: missing })).toMatch(
    /^not-resumable: .*nodes\[1\] \(click_element\) again: the task has run it/,
  );
  const branch = { condition: 'total', if_nodes: [fill, pay] };
  const inBranch = failedAt('nodes[2].if_nodes[1]', 'not_actionable');
  expect(enter({ nodes: [resumable(open), fill, branch], kept: two, failed: inBranch })).toBe(
    'nodes[0]',
  );
  // An earlier iteration has already clicked.
  const loop = { variable_name: 'total', nodes: [pay] };
  const inLoop = failedAt('nodes[2][1].nodes[0]', 'locator_not_found');
  expect(enter({ nodes: [resumable(open), fill, loop], kept: two, failed: inLoop })).toMatch(
    /^not-resumable: .*nodes\[2\]\.nodes\[0\] \(click_element\)/,
  );
});

test('ignores `resumable` on a node that has replaced the one that ran', () => {
  const late = failedAt('nodes[1]', 'timeout');
  const inserted = [open, resumable(open), pay];
  expect(enter({ nodes: [open, pay], now: inserted, kept: ['nodes[1]'], failed: late })).toMatch(
    /^not-resumable: .*nodes\[1\] \(click_element\) again/,
  );
  const moved = [resumable(open), resumable(open), pay, fill];
  const ran = [resumable(open), pay, fill];
  expect(enter({ from: 'nodes[0]', nodes: ran, now: moved, kept: two })).toMatch(
    /^not-resumable: .*nodes\[1\] \(click_element\) again/,
  );
});

test('refuses to run post-processing again unless each node may run twice', () => {
  const run = { nodes: [open, resumable(fill)], kept: ['nodes[1]'] };
  expect(enter({ ...run, post: [fill, resumable(pay)] })).toBe('nodes[1]');
  const branch = { condition: 'total', if_nodes: [fill, pay] };
  expect(enter({ ...run, post: [resumable(branch)] })).toBe('nodes[1]');
  expect(enter({ ...run, post: [fill, branch] })).toMatch(
    /^not-resumable: .*post_processing_nodes\[1\]\.if_nodes\[1\] \(click_element\) .*post_processing_nodes\[1\] has "resumable": true/,
  );
});

test('a drag that did not find its destination has already pressed the mouse button', () => {
  const drag = interact('drag_and_drop', { destination: { command: 'locator("#b")' } });
  const failed = failedAt('nodes[1]', 'locator_not_found');
  const kept = ['nodes[0]', 'nodes[1]'];
  expect(enter({ nodes: [resumable(open), drag], kept, failed })).toMatch(/^not-resumable: /);
});

test.each([
  ['typed keys', interact('input_text', { input_text: 'a', fill_or_type: 'type' }), false],
  [
    'a form that Enter sends',
    interact('input_text', { input_text: 'a', press_enter: true }),
    false,
  ],
  ['a value that is set', interact('set_value', { value: 'a' }), true],
  ['a call that reads', { extraction_action: { api_call: { url: 'https://a.example' } } }, true],
  [
    'a call that writes',
    { extraction_action: { api_call: { url: 'https://a.example', method: 'POST' } } },
    false,
  ],
  ['a script', { python_script_action: { execution_code: 'pass' } }, false],
  ['a variable', { misc_action: { set_variable: { name: 'n', value: 1 } } }, true],
  ['a plug-in', { type: 'private_node', handler: 'erp' }, false],
  ['a check', { locator: 'locator("#a")', assertion: 'to_be_visible' }, true],
])('decides whether a new run may repeat %s', (_name, node, isHarmless) => {
  const entered = enter({ nodes: [resumable(open), node, fill], kept: two });
  expect(entered).toMatch(isHarmless ? /^nodes\[0\]$/ : /^not-resumable: /);
});

test('refuses an entry that the recording does not allow, and says what to do instead', () => {
  expect(enter({ nodes: [open, fill], kept: ['nodes[1]'] })).toMatch(
    /^not-resumable: .*start at nodes\[1\]\. .*save a version in which it has "resumable": true/,
  );
  const changed = [fill, resumable(fill)];
  expect(enter({ nodes: [open, fill], now: changed, kept: ['nodes[1]'] })).toMatch(
    /^nodes-changed: nodes\[0\] is not the same/,
  );
  expect(enter({ nodes: [open], kept: [] })).toMatch(/^no-failed-node: /);
});

test('starts at a requested node that is not nested and whose variables are kept', () => {
  const nodes = [resumable(open), resumable(fill), fill];
  const kept = ['nodes[1]', 'nodes[2]'];
  expect(enter({ from: 'nodes[1]', nodes, kept })).toBe('nodes[1]');
  expect(enter({ from: 'nodes[0]', nodes, kept })).toMatch(
    /^variables-lost: .*before nodes\[0\] are not kept, only those before nodes\[1\] and nodes\[2\]/,
  );
  expect(enter({ from: 'nodes[1][0].nodes[2]', nodes, kept })).toMatch(
    /^unknown-node: .*is inside nodes\[1\].*Use "nodes\[1\]"/,
  );
  expect(enter({ from: 'nodes[3]', nodes, kept })).toMatch(
    /^unknown-node: .*from nodes\[0\] to nodes\[2\]/,
  );
});

test('refuses to start when a required variable or page is missing', () => {
  const nodes = [open, resumable(fill)];
  const kept = ['nodes[1]'];
  expect(enter({ nodes, kept, lost: ['total'] })).toMatch(
    /^variables-lost: .*"total", which nodes\[1\]/,
  );
  expect(enter({ nodes, kept, lost: ['tota'] })).toBe('nodes[1]');
  expect(enter({ nodes, kept, pageUrl: null })).toMatch(
    /^variables-lost: The address of the page before nodes\[1\]/,
  );
  const opening = [fill, resumable(open)];
  expect(enter({ nodes: opening, kept, pageUrl: null })).toBe('nodes[1]');
});

test('only nodes that are not nested may be resumable', () => {
  const nested = { condition: 'total', if_nodes: [resumable(fill)] };
  expect(() => automationOf([nested])).toThrow(/resumable.*A run can only start at a node/s);
});
