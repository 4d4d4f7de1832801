import type { ActionNode, Node } from '../nodes/node.ts';
import type { Finding, LintRule } from './lint-rule.ts';
import type { NodeInScope, NodeList } from './lint-subject.ts';

/** Default timeout of a task, in seconds. */
const taskTimeoutSeconds = 600;

interface Wait {
  readonly path: readonly string[];
  readonly seconds: number;
}

/** Waits at least as long as the default timeout of a task. A task may request a longer timeout. */
export const longWaits: LintRule = {
  name: 'wait-exceeds-timeout',
  *find({ nodes, lists }) {
    for (const place of nodes) yield* longWaitsOf(place);
    for (const list of lists) yield* longPausesOf(list);
  },
};

function longWaitsOf({ node, path }: NodeInScope): Finding[] {
  return waitsOf(node)
    .filter(({ seconds }) => seconds >= taskTimeoutSeconds)
    .map((long) => ({
      path: [...path, ...long.path],
      message: describe('This waits up to', long.seconds),
    }));
}

/** Pauses that are short individually but long together. */
function longPausesOf({ nodes, path }: NodeList): Finding[] {
  const pauses = nodes.map((node) =>
    node.type === 'action_node' ? (node.sleep_action?.sleep_time ?? 0) : 0,
  );
  const seconds = pauses.reduce((total, pause) => total + pause, 0);
  if (seconds < taskTimeoutSeconds || Math.max(...pauses) >= taskTimeoutSeconds) return [];
  return [{ path, message: describe('The pauses of these nodes add up to', seconds) }];
}

function describe(what: string, seconds: number): string {
  return `${what} ${seconds} s, and a task has ${taskTimeoutSeconds} s in all unless it is submitted with a larger max_timeout_in_minutes.`;
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
  const {
    interaction_action: interaction,
    extraction_action: extraction,
    assertion_action: assertion,
    misc_action: misc,
  } = node;
  const waits = [
    wait(node.before_sleep_time, 'before_sleep_time'),
    wait(node.sleep_action?.sleep_time, 'sleep_action.sleep_time'),
    wait(node.human_in_loop_action?.max_wait_time, 'human_in_loop_action.max_wait_time'),
    wait(node.captcha_action?.wait_time, 'captcha_action.wait_time'),
    wait(misc?.wait_for?.timeout, 'misc_action.wait_for.timeout'),
    wait(assertion?.expect?.timeout, 'assertion_action.expect.timeout'),
    wait(misc?.count_locator?.locator_timeout, 'misc_action.count_locator.locator_timeout'),
    wait(extraction?.two_fa_action?.max_wait_time, 'extraction_action.two_fa_action.max_wait_time'),
    wait(
      extraction?.python_script?.timeout_seconds,
      'extraction_action.python_script.timeout_seconds',
    ),
    wait(extraction?.api_call && secondsOfCalls(extraction.api_call), 'extraction_action.api_call'),
    wait(
      interaction && interaction.max_tries * interaction.max_timeout_seconds_per_try,
      'interaction_action.max_tries',
    ),
  ];
  return waits.filter((found) => found !== undefined);
}

function wait(seconds: number | undefined, path: string): Wait | undefined {
  return seconds === undefined ? undefined : { seconds, path: path.split('.') };
}

interface Calls {
  readonly timeout: number;
  readonly poll_condition?: string | undefined;
  readonly poll_interval: number;
  readonly max_poll_attempts: number;
}

/**
 * The pauses between calls plus one call's timeout; it is unlikely that every call takes the
 * maximum.
 */
function secondsOfCalls(calls: Calls): number {
  if (calls.poll_condition === undefined) return calls.timeout;
  return calls.timeout + calls.poll_interval * (calls.max_poll_attempts - 1);
}
