import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { takeBackLost } from '../leases/take-back-lost.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { SessionStore } from '../warm-sessions/session-store.ts';
import { checkQueue, countFaults, type QueueReport } from './check-queue.ts';
import type { Deviation } from './deviation.ts';
import { rebuildLoginQueue } from './rebuild-login-queue.ts';
import { settleAccount } from '../login-queues/settle-accounts.ts';
import { deleteOrphan, issuePermit, movePermit, settlePortal } from './repair-permits.ts';
import { endAttempt, endHumanWait, openAttempt, writeDelivery } from './repair-tasks.ts';

/** One repair can reveal another deviation: permits that it sent may belong elsewhere. */
const MAX_ROUNDS = 3;

interface Repairer {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sessions: Pick<SessionStore, 'dropLost'>;
}

export interface Repaired extends Pick<Deviation, 'kind' | 'ids'> {
  /** What was changed, with the new numbers. */
  readonly changed: object;
}

/**
 * Checks, repairs deviations, and checks again. Each repair has its own transaction, takes the same
 * locks as every transition, and checks again before it changes anything, so it may run on a live
 * system.
 */
export async function repairQueue(
  repairer: Repairer,
): Promise<{ readonly repaired: readonly Repaired[]; readonly after: QueueReport }> {
  const repaired: Repaired[] = [];
  let report = await checkQueue(repairer.database);
  for (let round = 0; round < MAX_ROUNDS && countFaults(report) > 0; round += 1) {
    const done = new Set<string>();
    for (const { kind, ids, found } of report.deviations) {
      const repair = repairOf(kind, ids, found);
      if (!repair || done.has(repair.key)) continue;
      done.add(repair.key);
      const changed = await repair.run(repairer);
      if (changed) repaired.push({ kind, ids, changed });
    }
    report = await checkQueue(repairer.database);
  }
  return { repaired, after: report };
}

interface Repair {
  /** Identifies the repair. One run covers all deviations with the same key. */
  readonly key: string;
  readonly run: (repairer: Repairer) => Promise<object | undefined>;
}

function repairOf(
  kind: string,
  ids: Deviation['ids'],
  found: Deviation['found'],
): Repair | undefined {
  const id = (name: string): string => String(ids[name]);
  const loginQueue = ids['login_queue_id'] ?? null;
  switch (kind) {
    case 'login_queue_counters':
    case 'login_queue_permits':
    case 'session_state':
      return rebuild(Number(loginQueue));
    case 'wrong_lane':
      return loginQueue === null
        ? inTransaction(`permit ${id('permit_id')}`, (queue, transaction) =>
            movePermit(queue, transaction, {
              id: id('permit_id'),
              taskId: id('task_id'),
              from: String(found['lane']),
            }),
          )
        : rebuild(Number(loginQueue));
    case 'orphan_permit':
      return inTransaction(`permit ${id('permit_id')}`, (queue, transaction) =>
        deleteOrphan(queue, transaction, {
          id: id('permit_id'),
          lane: ids['lane'] === null ? null : id('lane'),
        }),
      );
    case 'portal_idle':
      return inTransaction(`portal ${id('portal_id')}`, (queue, transaction) =>
        settlePortal(queue, transaction, Number(ids['portal_id'])),
      );
    case 'account_idle':
      return inTransaction(`account ${id('account_id')}`, async (queue, transaction) => {
        const sent = await settleAccount(queue, transaction, id('account_id'));
        return sent === 0 ? undefined : { permits_sent: sent };
      });
    default:
      return taskRepairOf(kind, id);
  }
}

function taskRepairOf(kind: string, id: (name: string) => string): Repair | undefined {
  switch (kind) {
    case 'task_without_permit':
      return inTransaction(`permit of ${id('task_id')}`, (queue, transaction) =>
        issuePermit(queue, transaction, id('task_id')),
      );
    case 'session_not_dropped':
      return {
        key: kind,
        run: async ({ sessions }) => ({ sessions_dropped: await sessions.dropLost() }),
      };
    case 'lease_not_taken_back':
      return {
        key: kind,
        run: async (repairer) => ({ leases_taken_back: await takeBackLost(repairer) }),
      };
    case 'task_without_attempt':
      return inTransaction(`attempt of ${id('task_id')}`, (_queue, transaction) =>
        openAttempt(transaction, id('task_id')),
      );
    case 'attempt_without_task':
      return inTransaction(`attempt ${id('task_id')} ${id('attempt')}`, (_queue, transaction) =>
        endAttempt(transaction, { taskId: id('task_id'), attempt: Number(id('attempt')) }),
      );
    case 'human_wait_without_task':
      return inTransaction(`wait ${id('wait_id')}`, (_queue, transaction) =>
        endHumanWait(transaction, { taskId: id('task_id'), waitId: id('wait_id') }),
      );
    case 'delivery_missing':
      return inTransaction(`delivery ${id('task_id')}`, (queue, transaction) =>
        writeDelivery(queue, transaction, id('task_id')),
      );
    default:
      return undefined;
  }
}

function rebuild(loginQueueId: number): Repair {
  return inTransaction(`login queue ${loginQueueId}`, (queue, transaction) =>
    rebuildLoginQueue(queue, transaction, loginQueueId),
  );
}

function inTransaction(
  key: string,
  work: (queue: JobQueue, transaction: Transaction) => Promise<object | undefined>,
): Repair {
  return {
    key,
    run: ({ database, queue }) => database.transaction((transaction) => work(queue, transaction)),
  };
}
