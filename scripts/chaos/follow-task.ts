import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { LineOf } from '../history/history.ts';
import type { ClientContext, KnownTask } from './client.ts';

const RECONNECT_PAUSE_MS = 500;

const data = z.object({
  attempt: z.int(),
  status: z.enum(['queued', 'allocated', 'running', 'success', 'failed', 'cancelled']).optional(),
  sequence: z.int().optional(),
});

/**
 * Follows a task to its end as a browser does: after a broken connection, a new one continues after
 * the last event. Records every event, and whether the stream ended before `signal` fired.
 */
export async function followTask(
  client: ClientContext,
  task: KnownTask,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | undefined;
  let isWhole = false;
  while (!isWhole && !signal.aborted) {
    try {
      const response = await connect(client, task, { lastId, signal });
      if (response.status === 204) isWhole = true;
      if (response.status !== 200 || !response.body) throw new Error(`answered ${response.status}`);
      for await (const { id, line } of readEvents(response.body, task.taskId)) {
        lastId = id;
        client.write(line);
      }
    } catch {
      // Broken or refused for now: the next connection continues where this one ended.
      if (!isWhole) await delay(RECONNECT_PAUSE_MS);
    }
  }
  client.write({ type: 'stream', at: Date.now(), taskId: task.taskId, isWhole });
}

function connect(
  { apiUrl, apiKeys }: ClientContext,
  { taskId, account }: KnownTask,
  { lastId, signal }: { readonly lastId: string | undefined; readonly signal: AbortSignal },
): Promise<Response> {
  return fetch(`${apiUrl}/api/v1/tasks/${taskId}/events`, {
    headers: {
      'x-api-key': apiKeys[account] ?? '',
      ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
    },
    signal,
  });
}

interface ReceivedEvent {
  readonly id: string;
  readonly line: LineOf<'event'>;
}

async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  taskId: string,
): AsyncGenerator<ReceivedEvent> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block, taskId);
      if (event) yield event;
    }
  }
}

/** Returns undefined for a comment. */
function parseEvent(block: string, taskId: string): ReceivedEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const [id, event, text] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (id === undefined || event === undefined || text === undefined) return undefined;
  const { attempt, status, sequence } = data.parse(JSON.parse(text));
  const told = { attempt, status: status ?? null, sequence: sequence ?? null };
  return { id, line: { type: 'event', at: Date.now(), taskId, event, ...told } };
}
