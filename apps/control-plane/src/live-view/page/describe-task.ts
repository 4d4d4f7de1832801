import type { ErrandSchemas } from '@errand/api-types';

type Task = Pick<
  ErrandSchemas['TaskDetail'],
  'status' | 'error' | 'error_class' | 'cancel_requested' | 'waiting_for_human' | 'retry_count'
>;
type Wait = Pick<
  ErrandSchemas['TaskQueue'],
  'message' | 'position' | 'position_is_lower_bound' | 'estimated_seconds'
>;

export interface Situation {
  readonly phase: 'queued' | 'starting' | 'running' | 'waiting' | 'ended';
  readonly headline: string;
  /** More text; empty when there is none. */
  readonly detail: string;
  /** Of a failed task, if it has one. */
  readonly errorClass?: string | undefined;
}

/** Describes a task in words. `wait` is the response of `/queue` for a queued task, when known. */
export function describeTask(task: Task, wait?: Wait): Situation {
  const { status, error } = task;
  switch (status) {
    case 'queued':
      return { phase: 'queued', headline: 'Waiting in the queue', detail: describeWait(wait) };
    case 'allocated':
      return {
        phase: 'starting',
        headline: 'Starting',
        detail: 'A worker is opening the browser.',
      };
    case 'running':
      return describeRunning(task);
    case 'success':
      return { phase: 'ended', headline: 'Ended: success', detail: '' };
    case 'cancelled':
      return { phase: 'ended', headline: 'Ended: cancelled', detail: error ?? '' };
    case 'failed':
    default:
      return {
        phase: 'ended',
        headline: 'Ended: failed',
        detail: error ?? 'No reason was given.',
        errorClass: task.error_class ?? undefined,
      };
  }
}

function describeWait(wait: Wait | undefined): string {
  if (!wait) return '';
  const { message, position, estimated_seconds: seconds } = wait;
  const place =
    position === null
      ? ''
      : ` Place in the queue: ${position}${wait.position_is_lower_bound ? ' or later' : ''}.`;
  return `${message}${place}${seconds === null ? '' : ` About ${seconds} s to go.`}`;
}

function describeRunning(task: Task): Situation {
  const { cancel_requested: isCancelled, waiting_for_human: wait, retry_count: retries } = task;
  const detail = retries > 0 ? `Attempt ${retries + 1}.` : '';
  if (isCancelled) return { phase: 'running', headline: 'Being cancelled', detail };
  if (wait === null) return { phase: 'running', headline: 'Running', detail };
  const until = new Date(wait.until).toLocaleTimeString();
  return {
    phase: 'waiting',
    headline: 'Waiting for a person',
    detail: `At ${wait.page_url}, until ${until}; then the step fails.`,
  };
}
