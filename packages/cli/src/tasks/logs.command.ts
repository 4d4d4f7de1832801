import type { ErrandSchemas, TaskEvent } from '@errand/client';
import { defineCommand, type Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { describeFailure, formatRows, paintStatus } from './describe-task.ts';
import { exitCodeOf, outlivedBy } from './follow-to-end.ts';
import { stepsOf } from './read-steps.ts';
import { saveFailurePicture } from './save-picture.ts';
import { formatDuration } from './times.ts';

type Step = ErrandSchemas['TaskStep'];

const OUTCOME_WIDTH = 8;
const DURATION_WIDTH = 8;

export const logs = defineCommand({
  name: 'logs',
  words: ['ID'],
  summary: 'Shows the steps of a task, and why it failed.',
  options: {
    follow: { short: 'f', summary: 'show steps as they happen, until the end of the task' },
  },
  async run(call) {
    const [taskId = ''] = call.words;
    if (call.has('follow')) {
      await outlivedBy(call, taskId, () => followEvents(call, taskId));
      return finish(call, taskId);
    }
    const task = await call.errand().task(taskId, { signal: call.terminal.signal });
    for await (const step of stepsOf(call.errand(), task, call.terminal.signal)) {
      call.print.line({ event: 'step', data: step }, () => describeStep(call, step));
    }
    await showEnd(call, task);
    return EXIT.done;
  },
});

async function followEvents(call: Call, taskId: string): Promise<void> {
  const { errand, print, terminal } = call;
  for await (const event of errand().events(taskId, { signal: terminal.signal })) {
    const text = describeEvent(call, event);
    if (print.isJson || text !== undefined) print.line(event, () => text ?? '');
  }
}

/** The events contain the error of a task, but not its page and screenshot. */
async function finish(call: Call, taskId: string): Promise<ExitCode> {
  const task = await call.errand().task(taskId, { signal: call.terminal.signal });
  await showEnd(call, task);
  return exitCodeOf(task.status);
}

async function showEnd(
  { print, terminal }: Call,
  task: ErrandSchemas['TaskDetail'],
): Promise<void> {
  if (print.isJson) return;
  const picture = task.status === 'failed' ? await saveFailurePicture(task, terminal) : undefined;
  const rows = [
    ['Status', paintStatus(print, task.status)] as const,
    ...describeFailure(task, picture),
  ];
  print.line(task, () => formatRows(rows));
}

/** Returns a human-readable line, or undefined for an event that people need not see. */
function describeEvent(call: Call, { event, data }: TaskEvent): string | undefined {
  if (event === 'status') {
    const again = data.attempt > 1 ? ` (attempt ${data.attempt})` : '';
    return `${data.at}  ${paintStatus(call.print, data.status)}${again}`;
  }
  if (event === 'step') return describeStep(call, data);
  if (event === 'file') {
    return data.kind === 'download'
      ? `  file ${plainLine(data.filename)}, ${data.size} bytes`
      : undefined;
  }
  if (event === 'waiting_for_human') {
    return `  waits for a person until ${data.until}: ${data.node_path} ${plainLine(data.page_url)}`;
  }
  return event === 'resumed' ? '  resumed' : undefined;
}

function describeStep({ print }: Call, step: Step): string {
  const { outcome, node_path: path, kind, duration_ms: duration } = step;
  const why = step.error_message ?? step.reason;
  const mark = outcome.padEnd(OUTCOME_WIDTH);
  const painted = outcome === 'failed' ? print.color('red', mark) : mark;
  const head = `  ${painted} ${formatDuration(duration).padStart(DURATION_WIDTH)}  ${path} ${kind}`;
  return why === null ? head : `${head}: ${plainLine(why)}`;
}
