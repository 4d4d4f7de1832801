import { effectOnPage } from '../../actions/define-action.ts';
import { findActionOfNode } from '../nodes/action-of-node.ts';
import type { ActionNode, Node } from '../nodes/node.ts';
import type { Finding, LintRule } from './lint-rule.ts';
import type { NodeInScope, NodeList } from './lint-subject.ts';

/** Default timeout of a task, in seconds. */
const TASK_TIMEOUT_SECONDS = 600;

interface Wait {
  readonly path: readonly string[];
  readonly seconds: number;
}

/** Waits that last at least a task's default timeout. A task may request a longer timeout. */
export const longWaits: LintRule = {
  name: 'wait-exceeds-timeout',
  *find({ nodes, lists }) {
    for (const place of nodes) yield* longWaitsOf(place);
    for (const list of lists) yield* longPausesOf(list);
  },
};

function longWaitsOf({ node, path }: NodeInScope): Finding[] {
  return waitsOf(node)
    .filter(({ seconds }) => seconds >= TASK_TIMEOUT_SECONDS)
    .map((long) => ({
      path: [...path, ...long.path],
      message: describe('This waits up to', long.seconds),
    }));
}

/** Pauses that are short individually but long together. */
function longPausesOf({ nodes, path }: NodeList): Finding[] {
  const pauses = nodes.map(pauseOf);
  const seconds = pauses.reduce((total, pause) => total + pause, 0);
  if (seconds < TASK_TIMEOUT_SECONDS || Math.max(...pauses) >= TASK_TIMEOUT_SECONDS) return [];
  return [{ path, message: describe('The pauses of these nodes add up to', seconds) }];
}

function describe(what: string, seconds: number): string {
  return `${what} ${seconds} s, but a task has ${TASK_TIMEOUT_SECONDS} s in total unless it is submitted with a larger max_timeout_in_minutes.`;
}

function waitsOf(node: Node): Wait[] {
  if (node.type === 'for_loop_node')
    return [{ path: ['locator_timeout'], seconds: node.locator_timeout }];
  if (node.type === 'while_loop_node') {
    const { expectation } = node;
    return expectation ? [{ path: ['expectation', 'timeout'], seconds: expectation.timeout }] : [];
  }
  if (node.type === 'assert_locator_node') return [{ path: ['timeout'], seconds: node.timeout }];
  if (node.type === 'private_node') {
    return [{ path: ['before_sleep_time'], seconds: node.before_sleep_time }];
  }
  return node.type === 'action_node' ? waitsOfAction(node) : [];
}

function waitsOfAction(node: ActionNode): Wait[] {
  const { interaction_action: interaction } = node;
  const before = { path: ['before_sleep_time'], seconds: node.before_sleep_time };
  const tries = interaction && {
    path: ['interaction_action', 'max_tries'],
    seconds: interaction.max_tries * interaction.max_timeout_seconds_per_try,
  };
  return [before, waitOfParams(node), tries].filter((found) => found !== undefined);
}

function waitOfParams(node: Node): Wait | undefined {
  const found = findActionOfNode(node);
  const wait = found?.action.effects?.longestWait?.(found.params);
  if (!found || !wait) return undefined;
  const { field, seconds } = wait;
  return { path: [...found.path, ...(field === undefined ? [] : [field])], seconds };
}

function pauseOf(node: Node): number {
  const found = findActionOfNode(node);
  if (!found || effectOnPage(found.action) !== 'pauses') return 0;
  return waitOfParams(node)?.seconds ?? 0;
}
