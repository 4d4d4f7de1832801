import { waitUntilStill } from '@errand/desktop';
import { createDeadline } from '../deadline.ts';
import { LocatorNotFoundError, PageMissingError, WaitTimeoutError } from '../errors.ts';
import {
  assertReachable,
  waitForConsequences,
  waitUntilQuiet,
  waitUntilQuietSince,
} from '../pages/wait-until-quiet.ts';
import type { RunFailure } from '../run-events.ts';
import type { RunState } from '../run-state.ts';
import { actionOfNode } from './action-of-node.ts';
import { createActionContext } from './create-action-context.ts';
import type { ActionNode } from './node.ts';
import { runStep } from './run-step.ts';

/** A screen is still that has not changed for so long; what was done a moment ago may take that long to show. */
const screenQuietMs = 250;

/** Waits, runs the node's one action, and waits again, each wait no longer than the page needs. */
export function runActionNode(
  run: RunState,
  node: ActionNode,
  path: string,
): Promise<RunFailure | undefined> {
  const { action, params } = actionOfNode(node);
  return runStep(run, { path, kind: action.kind }, async () => {
    if (action.place === 'page' && !run.dependencies.page) throw new PageMissingError();
    await waitBefore(run, node);
    if (node.interaction_action) {
      run.network.clear();
      run.twoFactor.windowStart = new Date();
    }
    const { openedCount } = run.pages;
    const execution = action.execute(createActionContext(run, { node, path }), params);
    const outcome = await explainErrorPage(run, execution);
    if (outcome.outcome === 'done') await waitAfter(run, node, openedCount);
    return outcome;
  });
}

/** An element is missing for a better reason when its page could not be loaded. */
async function explainErrorPage<Outcome>(
  { pages }: RunState,
  execution: Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await execution;
  } catch (error) {
    if (error instanceof LocatorNotFoundError && pages.count > 0) assertReachable(pages.current());
    throw error;
  }
}

async function waitBefore(run: RunState, node: ActionNode): Promise<void> {
  const { pages, signal } = run;
  await waitUntilScreenStill(run, node.before_sleep_time);
  // Not every action needs a page; one that does says so itself.
  if (pages.count === 0) return;
  if (node.before_sleep_time > 0) {
    await waitUntilQuiet(pages.current(), node.before_sleep_time * 1000, signal);
  } else if (node.extraction_action) {
    await waitForConsequences(pages.current(), signal);
  }
}

async function waitAfter(run: RunState, node: ActionNode, openedCount: number): Promise<void> {
  const { pages, signal } = run;
  const actedAt = node.interaction_action ? performance.now() : Number.NEGATIVE_INFINITY;
  await pages.settle(signal);
  if (node.expect_new_tab) {
    // Throws where there are no tabs.
    pages.current();
    const timeoutMs = node.max_new_tab_wait_time * 1000;
    if (!(await pages.opensBeyond(openedCount, { timeoutMs, signal }))) {
      throw new WaitTimeoutError('Opening the new tab (expect_new_tab)', timeoutMs);
    }
  }
  if (node.end_sleep_time === 0) return;
  const deadline = createDeadline(node.end_sleep_time * 1000, signal);
  if (pages.count > 0) {
    const watched = pages.current();
    await waitUntilQuietSince(watched, actedAt, deadline);
    assertReachable(watched);
  }
  await waitUntilScreenStill(run, deadline.remainingMs() / 1000);
}

/** Only where steps act on the screen. */
async function waitUntilScreenStill(
  { desktop, signal }: RunState,
  boundSeconds: number,
): Promise<void> {
  if (!desktop || boundSeconds === 0) return;
  await waitUntilStill(desktop, { quietMs: screenQuietMs, timeoutMs: boundSeconds * 1000 }, signal);
}
