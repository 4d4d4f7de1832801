import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { SubmittedTask } from './submit-at-rate.ts';

export interface Followed {
  /** When each task's stream reported its end, as a value of `Date.now()`. */
  readonly endedAt: ReadonlyMap<string, number>;
  readonly opened: number;
  /** Streams that ended before their task did. */
  readonly broken: number;
  /** The count of each status other than 200. */
  readonly refused: Readonly<Record<string, number>>;
  /** Maximum number of streams open at the same time. */
  readonly most: number;
}

export interface Followers extends Disposable {
  /** Opens a stream of the task, unless the limit is reached. */
  readonly follow: (task: SubmittedTask) => void;
  /** Resolves when all streams have ended. */
  readonly settled: () => Promise<Followed>;
}

const END = /\nevent: status\ndata: \{[^\n]*"status":"(?:success|failed|cancelled)"/;

/** Follows tasks to their ends on up to `limit` concurrent event streams. */
export function createFollowers(limit: number): Followers {
  const agent = new Agent({ maxSockets: Infinity });
  const endedAt = new Map<string, number>();
  const refused: Record<string, number> = {};
  const open = new Set<Promise<void>>();
  let [opened, broken, most] = [0, 0, 0];
  const read = async ({ url, taskId, apiKey }: SubmittedTask): Promise<void> => {
    const sent = get(`${url}/api/v1/tasks/${taskId}/events`, {
      agent,
      headers: { 'x-api-key': apiKey },
    });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.resume();
      refused[`${response.statusCode}`] = (refused[`${response.statusCode}`] ?? 0) + 1;
      return;
    }
    opened += 1;
    let text = '\n';
    for await (const chunk of response) {
      text += String(chunk);
      if (!endedAt.has(taskId) && END.test(text)) endedAt.set(taskId, Date.now());
    }
    if (!endedAt.has(taskId)) broken += 1;
  };
  return {
    follow(task) {
      if (open.size >= limit) return;
      const stream = read(task)
        .catch(() => void (broken += 1))
        .finally(() => open.delete(stream));
      open.add(stream);
      most = Math.max(most, open.size);
    },
    async settled() {
      await Promise.all(open);
      return { endedAt, opened, broken, refused, most };
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
