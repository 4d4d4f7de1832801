import type { AccountDeletion } from './account-deletion-store.ts';

/** Converts the state of a deletion to JSON. */
export function writeDeletion(deletion: AccountDeletion) {
  return {
    account_id: deletion.accountId,
    name: deletion.name,
    state: deletion.finishedAt ? ('deleted' as const) : ('deleting' as const),
    requested_at: deletion.requestedAt.toISOString(),
    finished_at: deletion.finishedAt?.toISOString() ?? null,
    deleted_tasks: deletion.deletedTasks,
    remaining_tasks: deletion.remainingTasks,
  };
}
