import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Answer } from './ask-service.ts';
import { ask, type ClientContext, type KnownTask } from './client.ts';

const READERS = 6;
const TRIES = 5;
const RETRY_PAUSE_MS = 500;
const FILE_DEADLINE_MS = 30_000;

const downloads = z.object({
  downloads: z.array(z.object({ url: z.string(), filename: z.string() })),
});
const page = z.object({ next_cursor: z.string().nullable() });

/**
 * Records what clients see after everything has settled: every task, its files, and each account's
 * list.
 */
export async function readEverything(client: ClientContext): Promise<void> {
  const waiting = client.known.values();
  const readAll = async (): Promise<void> => {
    for (const task of waiting) await readTask(client, task);
  };
  await Promise.all(Array.from({ length: READERS }, readAll));
  for (const account of client.apiKeys.keys()) await listTasks(client, account);
}

async function readTask(client: ClientContext, { taskId, account }: KnownTask): Promise<void> {
  const about = { account, owner: account, taskId, isFinal: true };
  await askAgain(() => ask(client, { ...about, operation: 'read' }));
  const answer = await askAgain(() => ask(client, { ...about, operation: 'downloads' }));
  const found = downloads.safeParse(answer?.body);
  for (const { url, filename } of found.data?.downloads ?? []) {
    client.write({ type: 'file', at: Date.now(), taskId, filename, ...(await fetchFile(url)) });
  }
}

async function listTasks(client: ClientContext, account: number): Promise<void> {
  const about = {
    operation: 'list',
    account,
    owner: account,
    taskId: null,
    isFinal: true,
  } as const;
  let cursor: string | undefined;
  do {
    const answer = await askAgain(() => ask(client, about, cursor));
    cursor = page.safeParse(answer?.body).data?.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Retries: nothing is broken any longer, but responses may be slow on a loaded machine. */
async function askAgain(send: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if ((answer && answer.status < 500) || tries === TRIES) return answer;
    await delay(RETRY_PAUSE_MS);
  }
}

async function fetchFile(url: string): Promise<{ answer: number | null; hash: string | null }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FILE_DEADLINE_MS) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { answer: response.status, hash: createHash('sha256').update(bytes).digest('hex') };
  } catch {
    return { answer: null, hash: null };
  }
}
