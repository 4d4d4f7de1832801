import { setTimeout as delay } from 'node:timers/promises';
import { submissionOf } from './start-site.ts';

const DEADLINE_MS = 30_000;
const POLL_MS = 250;

export interface LoadReport {
  readonly taskIds: readonly string[];
  readonly requests: number;
  /** One line per request without a 2xx response. */
  readonly failures: readonly string[];
}

export interface Load {
  readonly report: () => LoadReport;
  /** Stops sending and waits for the outstanding responses. */
  readonly stop: () => Promise<LoadReport>;
}

/** Submits tasks at a steady rate and reads an earlier task with each. Does not retry requests. */
export function startLoad(client: {
  readonly url: string;
  readonly apiKey: string;
  readonly perSecond: number;
}): Load {
  const taskIds: string[] = [];
  const failures: string[] = [];
  const over = new AbortController();
  const pending = new Set<Promise<void>>();
  let requests = 0;
  const send = async (path: string, body?: object): Promise<unknown> => {
    requests += 1;
    try {
      return await call(client, path, body);
    } catch (error) {
      failures.push(`${new Date().toISOString()} ${path}: ${describe(error)}`);
      return undefined;
    }
  };
  const act = async (number: number): Promise<void> => {
    const earlier = taskIds.at(-1 - (number % Math.max(1, taskIds.length)));
    const [submitted] = await Promise.all([
      send('/api/v1/inference', submissionOf(number)),
      ...(earlier === undefined ? [] : [send(`/api/v1/tasks/${earlier}`)]),
    ]);
    const taskId = idOf(submitted);
    if (taskId !== undefined) taskIds.push(taskId);
  };
  const run = async (): Promise<void> => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const acting = act(number);
      pending.add(acting);
      void acting.finally(() => pending.delete(acting));
      await delay(1_000 / client.perSecond);
    }
    await Promise.all(pending);
  };
  const running = run();
  const report = (): LoadReport => ({ taskIds, requests, failures });
  return {
    report,
    async stop() {
      over.abort();
      await running;
      return report();
    },
  };
}

/** Waits until all tasks have ended, and counts them by status; `unfinished` after the deadline. */
export async function untilEnded(
  client: { readonly url: string; readonly apiKey: string },
  taskIds: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  let open = [...taskIds];
  const deadline = performance.now() + 2 * DEADLINE_MS;
  while (open.length > 0 && performance.now() < deadline) {
    const stillOpen: string[] = [];
    for (const taskId of open) {
      const status = statusOf(await call(client, `/api/v1/tasks/${taskId}`));
      if (['success', 'failed', 'cancelled'].includes(status)) {
        counts[status] = (counts[status] ?? 0) + 1;
      } else stillOpen.push(taskId);
    }
    open = stillOpen;
    if (open.length > 0) await delay(POLL_MS);
  }
  return open.length > 0 ? { ...counts, unfinished: open.length } : counts;
}

/** Throws for anything but 2xx. */
export async function call(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

function idOf(answer: unknown): string | undefined {
  const { task_id: taskId } = Object(answer) as { readonly task_id?: unknown };
  return typeof taskId === 'string' ? taskId : undefined;
}

function statusOf(answer: unknown): string {
  const { task } = Object(answer) as { readonly task?: { readonly status?: string } };
  return task?.status ?? '';
}

function describe(error: unknown): string {
  if (!Error.isError(error)) return String(error);
  return Error.isError(error.cause) ? `${error.message} (${error.cause.message})` : error.message;
}
