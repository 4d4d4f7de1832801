import { setTimeout as delay } from 'node:timers/promises';
import { ask, type ClientContext, type KnownTask } from './client.ts';
import { pick } from './plan-tasks.ts';

const READERS = 3;
const PAUSE_MS = 50;

/**
 * Reads tasks at random until `signal` fires, as their owner and as another account. Also tries to
 * resume tasks that are not waiting.
 */
export async function readTasks(
  client: ClientContext,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  const readAll = async (): Promise<void> => {
    while (!signal.aborted) {
      await delay(PAUSE_MS * (0.5 + random()));
      if (client.known.length > 0) await readOne(client, pickTask(client.known, random), random);
    }
  };
  await Promise.all(Array.from({ length: READERS }, readAll));
}

/** Mostly picks one of the newest tasks, which change most. */
function pickTask(known: readonly KnownTask[], random: () => number): KnownTask {
  return pick(random, random() < 0.7 ? known.slice(-50) : known);
}

async function readOne(
  client: ClientContext,
  { taskId, account: owner }: KnownTask,
  random: () => number,
): Promise<void> {
  const dice = random();
  const account = dice < 0.1 ? (owner + 1) % client.apiKeys.length : owner;
  const operation = dice < 0.15 ? 'resume' : dice < 0.6 ? 'status' : 'read';
  await ask(client, { operation, account, owner, taskId, isFinal: false });
}
