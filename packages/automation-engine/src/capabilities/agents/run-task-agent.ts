import type { ActionOutcome } from '../../action-outcome.ts';
import type { AgentRun } from './agent-run.ts';
import { currentUrl } from '../../page/pages/current-url.ts';
import { bindText, parseTemplate } from '@errand/expressions';
import type { AgentParams } from '../../fields/agent-fields.ts';
import { overlayTools, taskTools } from './agent-tools.ts';
import { listOrigins, originOf } from './origin-list.ts';
import { runAgent } from './run-agent.ts';

const OVERLAY_RULES =
  'Only get rid of what covers the page: type nothing, submit no form, accept nothing that is not needed, and do not leave the page.';

/** Lets an agent perform a task. Throws `AgentUnfinishedError` unless success is confirmed. */
export async function runTaskAgent(run: AgentRun, params: AgentParams): Promise<ActionOutcome> {
  const task = bindText(parseTemplate(params.task), run.bindings);
  const origins = listOrigins(run.bounds, {
    taskTemplate: params.task,
    currentUrl: currentUrl(run),
  });
  const purpose = 'agent';
  return work(run, params, { purpose, task, origins, tools: taskTools });
}

/**
 * Lets an agent dismiss what covers the page. It can only click and wait, and stays on the page's
 * origin. In frames it may click where a task could: a banner in a frame of another origin is left
 * alone unless the automation or `params.task` names that origin.
 */
export async function runOverlayAgent(run: AgentRun, params: AgentParams): Promise<ActionOutcome> {
  const task = bindText(parseTemplate(params.task), run.bindings);
  const origin = originOf(currentUrl(run));
  const origins = {
    origins: origin === undefined ? [] : [origin],
    has: (url: string) => originOf(url) === origin && origin !== undefined,
  };
  const frameOrigins = listOrigins(run.bounds, {
    taskTemplate: params.task,
    currentUrl: currentUrl(run),
  });
  return work(run, params, {
    purpose: 'overlay',
    task,
    origins,
    frameOrigins,
    tools: overlayTools,
    rules: OVERLAY_RULES,
  });
}

async function work(
  run: AgentRun,
  { max_steps: maxSteps, use_vision: usesVision, keep_alive: isKept }: AgentParams,
  task: Omit<Parameters<typeof runAgent>[1], 'maxSteps' | 'usesVision'>,
): Promise<ActionOutcome> {
  const before = new Set(run.pages.open());
  try {
    const { model } = await runAgent(run, { ...task, maxSteps, usesVision });
    run.stepRecord.add({ kind: 'agent', outcome: 'done', model });
    return { outcome: 'done' };
  } finally {
    if (!isKept) {
      const opened = run.pages.open().filter((watched) => !before.has(watched));
      await Promise.allSettled(opened.map(({ page }) => page.close()));
    }
  }
}
