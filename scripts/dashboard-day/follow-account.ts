import type { AccountEvent, Errand } from '@errand/client';
import { pollUntil } from '@errand/test-kit';

const LAST_EVENT_DEADLINE_MS = 10_000;

export interface AccountLog extends AsyncDisposable {
  readonly events: readonly AccountEvent[];
  /**
   * Waits for the events of all listed tasks. Returns the tasks whose last event differs from their
   * status, and those with a duplicate event.
   */
  readonly findDeviations: () => Promise<readonly string[]>;
}

/** Follows the account, like a dashboard that is open all day. */
export async function followAccount(errand: Errand): Promise<AccountLog> {
  const leaving = new AbortController();
  const events: AccountEvent[] = [];
  const following = (async () => {
    for await (const event of errand.accountEvents({ signal: leaving.signal })) events.push(event);
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  await pollUntil('the stream begins', () => events.length > 0, { deadlineMs: 10_000 });
  const changesOf = (taskId: string) =>
    events.flatMap(({ event, data }) =>
      event === 'task' && data.task_id === taskId ? data.status : [],
    );
  return {
    events,
    async findDeviations() {
      const deviations: string[] = [];
      for await (const { task_id: id, status } of errand.list('/api/v1/tasks')) {
        const isSeen = () => changesOf(id).at(-1) === status;
        await pollUntil(`the end of ${id}`, isSeen, { deadlineMs: LAST_EVENT_DEADLINE_MS }).catch(
          () => deviations.push(`${id} is ${status}, but its events are ${changesOf(id).join()}`),
        );
      }
      const ids = events.map(({ id }) => id);
      if (new Set(ids).size !== ids.length) deviations.push('An event came twice.');
      return deviations;
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await following;
    },
  };
}
