import { type AccountEvent, type Errand, ErrandConnectionError, ErrandError } from '@errand/client';
import type { QueryClient } from '@tanstack/react-query';
import { createPace, type StaleKey } from './pace.ts';
import { refreshLists, showInLists } from './shown-lists.ts';

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
  /** Called when the stream is open, and when it breaks off. */
  readonly onLive: (isLive: boolean) => void;
  /** Called when what events made stale cannot be refreshed, and once it can. */
  readonly onStale: (isStale: boolean) => void;
  /** Minimum interval between refreshes while many events arrive. Default: a second. */
  readonly paceMs?: number;
}

/** Keeps the page up to date until the signal fires. Throws if the server stays unreachable. */
export async function followAccount(
  errand: Errand,
  client: QueryClient,
  { signal, position, onLive, onStale, paceMs = PACE_MS }: Following,
): Promise<void> {
  const refresh = async (keys: readonly StaleKey[]): Promise<readonly StaleKey[]> => {
    const listed = keys.filter(([name]) => name === LISTED);
    const others = keys.filter(([name]) => name !== LISTED);
    const [lists, queries] = await Promise.allSettled([
      listed.length > 0
        ? refreshLists(
            errand,
            client,
            listed.map(([, id]) => String(id)),
          )
        : [],
      refreshQueries(client, others),
    ]);
    if (lists.status === 'fulfilled') for (const id of lists.value) pace.add([LISTED, id]);
    return [
      ...(lists.status === 'rejected' && mayPass(lists.reason) ? listed : []),
      ...(queries.status === 'fulfilled' ? queries.value : []),
    ];
  };
  const pace = createPace({ refresh, onStale, signal, paceMs });
  const lastEventId = position.current;
  try {
    for await (const event of errand.accountEvents({ signal, lastEventId, onConnection: onLive })) {
      position.current = event.id;
      for (const key of staleAfter(client, event)) pace.add(key);
    }
  } finally {
    // A later stream would not repeat what has not been refreshed; a new one begins with a reset.
    if (signal.aborted && pace.isBehind()) position.current = undefined;
  }
}

/** Shows a task's status immediately; returns what the event does not contain. */
function staleAfter(client: QueryClient, event: AccountEvent): readonly StaleKey[] {
  if (event.event === 'reset') return [[]];
  const names = (STALE[event.event] ?? []).map((name) => [name]);
  if (!('task_id' in event.data) || event.data.task_id === null) return names;
  const { task_id: id } = event.data;
  const isListed =
    event.event === 'task' ? showInLists(client, event.data) : WAITS.has(event.event);
  return [...names, ['task', id], ...(isListed ? [[LISTED, id]] : [])];
}

/** Returns the keys whose refresh failed and may succeed later. */
async function refreshQueries(client: QueryClient, keys: readonly StaleKey[]) {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  return keys.flatMap((queryKey) =>
    client
      .getQueryCache()
      .findAll({ queryKey, type: 'active' })
      .filter(({ state }) => mayPass(state.error))
      .map((query) => query.queryKey),
  );
}

/** Whether the same request may succeed later. */
const mayPass = (error: unknown): boolean =>
  error instanceof ErrandError
    ? error.status >= 500 || error.status === 429 || error.status === 408
    : error instanceof ErrandConnectionError;
