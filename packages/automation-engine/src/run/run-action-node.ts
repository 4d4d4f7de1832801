import { waitUntilStill } from '@errand/desktop';
import { abortable } from '@errand/foundation';
import { createDeadline } from '../deadline.ts';
import { LocatorNotFoundError, PageMissingError, WaitTimeoutError } from '../errors.ts';
import type { PageRun } from '../page/page-run.ts';
import { describeHttpError } from '../page/pages/document-status.ts';
import { beginAct, waitUntilAtRest } from '../page/pages/wait-until-at-rest.ts';
import { assertReachable, waitForConsequences } from '../page/pages/wait-until-quiet.ts';
import { currentUrl } from '../page/pages/current-url.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { ScreenRun } from '../screen/screen-run.ts';
import type { TargetRun } from '../capabilities/by-model/target-step.ts';
import type { DialogAnswers } from '../page/pages/dialog-answers.ts';
import type { ActionRun } from './action-run.ts';
import {
  explainLocatorFailure,
  type StepPurpose,
} from '../page/elements/explain-locator-failure.ts';
import { type Action, effectOnPage } from '../actions/define-action.ts';
import { actionOfNode } from '../document/nodes/action-of-node.ts';
import { createActionContext } from './create-action-context.ts';
import type { ActionNode } from '../document/nodes/node.ts';
import type { PlacedNode } from './placed-node.ts';
import type { RunStep } from './run-step.ts';

/**
 * How long the screen must stay unchanged to count as still; a recent act may take that long to
 * show.
 */
const SCREEN_QUIET_MS = 250;

type WaitingRun = Pick<TargetRun, 'pages' | 'screen' | 'signal' | 'stepRecord'>;

/** What an action's node needs from a run. */
interface ActionNodeRun {
  readonly actions: ActionRun;
  readonly dialogs: DialogAnswers;
  readonly runStep: RunStep;
}

/** Waits, runs the node's action, and waits again; each wait ends as soon as the page is ready. */
export function runActionNode(
  { actions, dialogs, runStep }: ActionNodeRun,
  { node, path }: PlacedNode<ActionNode>,
): Promise<RunFailure | undefined> {
  const { action, params } = actionOfNode(node);
  const run = actions.target;
  const execute = async () => {
    if (action.place === 'page' && !run.screen.hasPages) throw new PageMissingError();
    await waitBefore(run, node);
    if (action.group === 'interaction') {
      actions.outside.network.clear();
      actions.code.twoFactor.windowStart = new Date();
    }
    if (isAct(action) && run.pages.count > 0) await beginAct(run.pages.current(), run.signal);
    const { openedCount } = run.pages;
    const execution = action.run(createActionContext(actions, { node, path }), params);
    const outcome = await explainFailure(run, execution, {
      act: action.target?.act,
      instructions: textIn(params, 'prompt_instructions'),
      command: textIn(params, 'command'),
    });
    if (outcome.outcome === 'done') await waitAfter(run, node, openedCount);
    return outcome;
  };
  return runStep({ path, kind: action.kind, params }, () =>
    dialogs.during(node.dialog, run.bindings, execute),
  );
}

/** Whether it may trigger activity on the page. */
function isAct(action: Action): boolean {
  return effectOnPage(action) === 'acts';
}

/** Replaces a missing-element error if the page failed to load or hangs. */
async function explainFailure<Outcome>(
  run: PageRun & Pick<TargetRun, 'stepRecord'>,
  execution: Promise<Outcome>,
  { command, ...purpose }: StepPurpose & { readonly command: string | undefined },
): Promise<Outcome> {
  try {
    return await execution;
  } catch (error) {
    if (error instanceof LocatorNotFoundError && run.pages.count > 0) {
      const watched = run.pages.current();
      // A hanging page cannot be searched; its watchdog ends the run.
      await abortable(Promise.allSettled([watched.ping()]), run.signal);
      assertReachable(watched);
      error.message += describeHttpError(watched.httpStatus());
    }
    const candidates = await explainLocatorFailure(run, error, purpose);
    const [best] = candidates;
    // Nothing in the page's text shows which part came from an input placeholder.
    if (best && command && !command.includes('{')) {
      const pageUrl = run.redact(currentUrl(run));
      run.stepRecord.heal({ failedCommand: command, command: best.command, candidates, pageUrl });
    }
    throw error;
  }
}

function textIn(params: unknown, name: 'command' | 'prompt_instructions'): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const { [name]: text } = params as Readonly<Record<string, unknown>>;
  return typeof text === 'string' ? text : undefined;
}

async function waitBefore(run: WaitingRun, node: ActionNode): Promise<void> {
  const { pages, signal } = run;
  await waitUntilScreenStill(run.screen, node.before_sleep_time);
  // Not every action needs a page; one that does throws its own error.
  if (pages.count === 0) return;
  if (node.before_sleep_time > 0) {
    const deadline = createDeadline(node.before_sleep_time * 1000, signal);
    run.stepRecord.noteStillActive(await waitUntilAtRest(pages.current(), {}, deadline));
  } else if (node.extraction_action) {
    await waitForConsequences(pages.current(), signal);
  }
}

async function waitAfter(run: WaitingRun, node: ActionNode, openedCount: number): Promise<void> {
  const { pages, signal } = run;
  const acted = isAct(actionOfNode(node).action) ? { actedAt: performance.now() } : {};
  await pages.settle(signal);
  if (node.expect_new_tab) {
    // Throws if no page is open.
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
    run.stepRecord.noteStillActive(await waitUntilAtRest(watched, acted, deadline));
    assertReachable(watched);
  }
  await waitUntilScreenStill(run.screen, deadline.remainingMs() / 1000);
}

/** Only if steps act on the screen. */
async function waitUntilScreenStill(
  { desktop, signal }: Pick<ScreenRun, 'desktop' | 'signal'>,
  boundSeconds: number,
): Promise<void> {
  if (!desktop || boundSeconds === 0) return;
  await waitUntilStill(
    desktop,
    { quietMs: SCREEN_QUIET_MS, timeoutMs: boundSeconds * 1000 },
    signal,
  );
}
