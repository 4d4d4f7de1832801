import type { Errand, ErrandSchemas } from '@errand/client';
import type { QueryClient } from '@tanstack/react-query';
import { refreshLists, showInLists } from './shown-lists.ts';

/** Minimum interval between refetches of figures and lists while many events arrive. */
const PACE_MS = 1_000;

/** What each kind of event makes stale, as first elements of query keys. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  task: ['home', 'queue', 'recordings'],
  waiting_for_human: ['home'],
  wait_ended: ['home'],
  delivery: ['deliveries', 'task-deliveries'],
  recording: ['recordings', 'recording'],
  schedule: ['schedules'],
  schedule_run: ['schedules'],
};

/** Events that change a task in lists, but do not contain its status. */
const WAITS: ReadonlySet<string> = new Set(['waiting_for_human', 'wait_ended']);

/** First element of the query keys of tasks that the lists must look up. */
const LISTED = 'listed';

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
      if (WAITS.has(event.event)) pace([LISTED, event.data.task_id]);
    }
    for (const name of STALE[event.event] ?? []) pace([name]);
  }
}

type Pace = (key: readonly string[]) => void;

/** Shows the status immediately; what the event does not contain is refetched at a limited rate. */
function showTask(client: QueryClient, event: ErrandSchemas['TaskChangedEvent'], pace: Pace): void {
  if (showInLists(client, event)) pace([LISTED, event.task_id]);
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
    const listed = keys.flatMap(([name, id = '']) => (name === LISTED ? [id] : []));
    const refreshing = listed.length > 0 ? refreshLists(errand, client, listed) : [];
    await Promise.allSettled([
      Promise.resolve(refreshing).then((again) => again.forEach((id) => pace([LISTED, id]))),
      ...keys
        .filter(([name]) => name !== LISTED)
        .map((queryKey) => client.invalidateQueries({ queryKey })),
    ]);
  };
  const pace: Pace = (key) => {
    stale.set(key.join(' '), key);
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void read(), PACE_MS);
  };
  return pace;
}
