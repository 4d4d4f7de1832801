import type { Errand, ErrandSchemas } from '@errand/client';
import type { QueryClient } from '@tanstack/react-query';
import { changeTask, refreshHeads, type TaskPages } from './task-list.ts';

/** Minimum interval between refetches of figures and lists while many events arrive. */
const PACE_MS = 1_000;

/** What each kind of event makes stale: the first elements of query keys. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  task: ['home', 'queue', 'recordings'],
  waiting_for_human: ['home', 'task-list'],
  wait_ended: ['home', 'task-list'],
  delivery: ['deliveries', 'task-deliveries'],
  recording: ['recordings', 'recording'],
  schedule: ['schedules'],
  schedule_run: ['schedules'],
};

export interface Following {
  readonly signal: AbortSignal;
  /** ID of the last event shown; changes with each event. */
  readonly position: { current: string | undefined };
}

/** Keeps the page up to date until the signal fires. Throws if the server stays unreachable. */
export async function followAccount(
  errand: Errand,
  client: QueryClient,
  { signal, position }: Following,
): Promise<void> {
  const pace = createPace(errand, client, signal);
  for await (const event of errand.accountEvents({ signal, lastEventId: position.current })) {
    position.current = event.id;
    if (event.event === 'reset') void client.invalidateQueries();
    else if (event.event === 'task') showTask(client, event.data, pace);
    else if ('task_id' in event.data && event.data.task_id !== null) {
      pace(['task', event.data.task_id]);
    }
    for (const name of STALE[event.event] ?? []) pace([name]);
  }
}

type Pace = (key: readonly string[]) => void;

/** Shows the status at once; what the event does not contain is refetched at a limited rate. */
function showTask(client: QueryClient, event: ErrandSchemas['TaskChangedEvent'], pace: Pace): void {
  let isKnown = false;
  client.setQueriesData<TaskPages>({ queryKey: ['task-list'] }, (pages) => {
    if (!pages) return undefined;
    const changed = changeTask(pages, event);
    isKnown ||= changed !== pages;
    return changed;
  });
  if (!isKnown) pace(['heads']);
  pace(['task', event.task_id]);
}

/** Collects keys that became stale and refetches them together. */
function createPace(errand: Errand, client: QueryClient, signal: AbortSignal): Pace {
  const stale = new Map<string, readonly string[]>();
  let isWaiting = false;
  const read = async () => {
    isWaiting = false;
    if (signal.aborted) return;
    const keys = [...stale.values()];
    stale.clear();
    await Promise.allSettled(
      keys.map((queryKey) =>
        queryKey[0] === 'heads'
          ? refreshHeads(errand, client)
          : client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (key) => {
    stale.set(key.join(' '), key);
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void read(), PACE_MS);
  };
}
