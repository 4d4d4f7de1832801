import type { ErrandSchemas } from '@errand/api-types';
import { createAlarm, type Alarm } from './alarm.ts';
import { describeTask, type Situation } from './describe-task.ts';
import type { PageElements } from './page-elements.ts';
import { parseVariables, VariableLineError } from './parse-variables.ts';
import type { Answer, TaskApi } from './task-api.ts';
import { showEnd } from './show-end.ts';
import { show, tellConnection } from './tell.ts';
import { Viewing } from './viewing.ts';

const POLL_INTERVAL_MS = 1_000;

/** Shows the task until it has ended; returns the reason for stopping. */
export async function followTask(
  api: TaskApi,
  page: PageElements,
): Promise<'ended' | 'key-wrong' | 'not-found'> {
  const alarm = createAlarm();
  const tell = (words: string): void => tellConnection(page, words);
  const viewing = new Viewing({ api, target: page.screen, tell, wake: alarm.ring });
  const controls = new AbortController();
  connectControls({ api, page, viewing, alarm, signal: controls.signal });
  for (;;) {
    const answer = await api.find();
    if (answer.kind === 'key-wrong' || answer.kind === 'not-found') {
      controls.abort();
      viewing.close();
      page.waiting.hidden = true;
      return answer.kind;
    }
    if (answer.kind === 'ok') {
      const situation = await readSituation(api, answer.body.task);
      showSituation(page, situation, viewing);
      if (situation.phase === 'ended') {
        await showEnd(api, page, answer.body.task);
        return 'ended';
      }
      if (situation.phase === 'running' || situation.phase === 'waiting') {
        await viewing.follow(situation.phase);
      }
    } else {
      show(page.detail, answer.detail);
    }
    await alarm.sleep(POLL_INTERVAL_MS);
  }
}

async function readSituation(api: TaskApi, task: ErrandSchemas['TaskDetail']): Promise<Situation> {
  if (task.status !== 'queued') return describeTask(task);
  const answer: Answer<ErrandSchemas['TaskQueueAnswer']> = await api.explainWait();
  return describeTask(task, answer.kind === 'ok' ? answer.body.queue : undefined);
}

function showSituation(page: PageElements, situation: Situation, viewing: Viewing): void {
  const { phase, headline, detail, errorClass } = situation;
  document.body.dataset['phase'] = phase;
  document.title = `${headline} - Errand`;
  show(page.headline, headline);
  show(page.detail, detail);
  show(page.errorClass, errorClass === undefined ? '' : `Error class: ${errorClass}`);
  page.waiting.hidden = phase !== 'waiting';
  const isControlled = phase === 'waiting' && viewing.mode === 'control';
  page.screen.classList.toggle('controlled', isControlled);
  page.control.setAttribute('aria-pressed', String(isControlled));
  show(page.control, isControlled ? 'Give control back' : 'Take control');
}

function connectControls(parts: {
  readonly api: TaskApi;
  readonly page: PageElements;
  readonly viewing: Viewing;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
}): void {
  const { api, page, viewing, alarm, signal } = parts;
  const takeOrGiveBack = (): void => {
    viewing.change(viewing.mode === 'control' ? 'view' : 'control');
  };
  const letGoOn = (event: SubmitEvent): void => {
    event.preventDefault();
    void resume(api, page).finally(alarm.ring);
  };
  page.control.addEventListener('click', takeOrGiveBack, { signal });
  page.resumeForm.addEventListener('submit', letGoOn, { signal });
  // The screen captures every key, even Tab, so F6 must leave it. Handled before noVNC sees it.
  const leaveScreen = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || viewing.mode !== 'control') return;
    event.preventDefault();
    event.stopPropagation();
    page.control.focus();
  };
  page.screen.addEventListener('keydown', leaveScreen, { capture: true, signal });
}

async function resume(api: TaskApi, page: PageElements): Promise<void> {
  try {
    const answer = await api.resume({ variables: parseVariables(page.variables.value) });
    if (answer.kind === 'ok') page.variables.value = '';
    tellConnection(page, describeResume(answer));
  } catch (error) {
    if (!(error instanceof VariableLineError)) throw error;
    tellConnection(page, error.message);
  }
}

function describeResume(answer: Answer<ErrandSchemas['ResumeAnswer']>): string {
  if (answer.kind === 'ok') return answer.body.message;
  return 'detail' in answer ? answer.detail : 'This API key cannot resume the task.';
}
