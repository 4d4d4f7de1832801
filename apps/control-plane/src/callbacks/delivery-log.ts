import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { Place } from '../paging/place-cursor.ts';
import { getTask } from '../task-rows/get-task.ts';
import { DeliveryNotFoundError, DeliveryPendingError } from './delivery-errors.ts';
import { type BulkRedelivery, type RedeliverFilter, redeliverMany } from './redeliver-many.ts';
import { requeueDeliveries } from './requeue-deliveries.ts';

/** A delivery as its account sees it. */
export interface LoggedDelivery {
  readonly deliveryId: string;
  readonly taskId: string;
  /** Set for an email that asks for a person. */
  readonly humanWaitId: string | null;
  /** For an email: `mailto:` and the address. */
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Number of attempts so far, including redeliveries. */
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastResponse: string | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

/** Conditions that must all hold; an omitted one does not restrict. */
export interface DeliveryQuery {
  readonly states: readonly LoggedDelivery['state'][];
  readonly limit: number;
  readonly taskId?: string | undefined;
  readonly urlPrefix?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** Only deliveries listed after this one. */
  readonly after?: Place | undefined;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly LoggedDelivery[];
  readonly hasMore: boolean;
}

/** The outcome of deliveries, for their account. */
export interface DeliveryLog {
  /** Deliveries of a task, oldest first. Throws TaskNotFoundError. */
  readonly list: (accountId: string, taskId: string) => Promise<readonly LoggedDelivery[]>;
  /** Deliveries of all tasks of the account. */
  readonly listAll: (accountId: string, query: DeliveryQuery) => Promise<DeliveryPage>;
  /**
   * Redelivers under the same id, with a new five-minute retry window. Throws
   * DeliveryNotFoundError, and DeliveryPendingError while the delivery is still being tried.
   */
  readonly redeliver: (accountId: string, deliveryId: string) => Promise<LoggedDelivery>;
  /** Redelivers up to 1,000 matching deliveries; skips those that are still being tried. */
  readonly redeliverMany: (
    scope: { readonly accountId: string; readonly signal: AbortSignal },
    filter: RedeliverFilter,
  ) => Promise<BulkRedelivery>;
}

/** Listing limit per task: only redeliveries by address can create this many. */
const MAX_LISTED = 1_000;

export function createDeliveryLog(parts: {
  readonly database: Database;
  readonly queue: JobQueue;
}): DeliveryLog {
  const { prisma } = parts.database;
  return {
    async list(accountId, taskId) {
      await getTask(taskId, (id) =>
        prisma.task.findUnique({ where: { accountId, id, kind: 'task' }, select: { id: true } }),
      );
      const rows = await prisma.callbackDelivery.findMany({
        where: { taskId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: MAX_LISTED,
        select: COLUMNS,
      });
      return rows.map(toLogged);
    },
    listAll: (accountId, query) => listAll(prisma, accountId, query),
    redeliver: (accountId, deliveryId) => redeliver(parts, accountId, deliveryId),
    redeliverMany: (scope, filter) => redeliverMany(parts, scope, filter),
  };
}

const COLUMNS = {
  id: true,
  taskId: true,
  humanWaitId: true,
  url: true,
  state: true,
  attempts: true,
  lastStatus: true,
  lastError: true,
  lastResponse: true,
  createdAt: true,
  lastAttemptAt: true,
  deliveredAt: true,
} as const;

function toLogged<Row extends { readonly id: string }>({ id, ...row }: Row) {
  return { deliveryId: id, ...row };
}

/** Reads one short range of the index for each state, so that no state slows down another. */
async function listAll(
  prisma: Database['prisma'],
  accountId: string,
  { states, limit, ...filter }: DeliveryQuery,
): Promise<DeliveryPage> {
  const ranges = await Promise.all(
    states.map((state) =>
      prisma.callbackDelivery.findMany({
        where: { accountId, state, AND: [...conditionsOf(filter)] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
        select: COLUMNS,
      }),
    ),
  );
  const newest = ranges.flat().toSorted(newestFirst);
  return {
    deliveries: newest.slice(0, limit).map(toLogged),
    hasMore: newest.length > limit,
  };
}

function conditionsOf({
  taskId,
  urlPrefix,
  createdAfter,
  createdBefore,
  after,
}: Omit<DeliveryQuery, 'states' | 'limit'>) {
  return [
    ...(taskId === undefined ? [] : [{ taskId }]),
    ...(urlPrefix === undefined ? [] : [{ url: { startsWith: escapePattern(urlPrefix) } }]),
    ...(createdAfter ? [{ createdAt: { gte: createdAfter } }] : []),
    ...(createdBefore ? [{ createdAt: { lt: createdBefore } }] : []),
    ...(after ? [isAfter(after)] : []),
  ];
}

/** Prisma passes the text to LIKE as it is. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** The first condition bounds the index range; the second breaks ties between equal times. */
function isAfter({ createdAt, id }: Place) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }],
  };
}

function newestFirst(one: Place, other: Place): number {
  const later = Number(other.createdAt) - Number(one.createdAt);
  if (later !== 0) return later;
  return one.id < other.id ? 1 : -1;
}

async function redeliver(
  parts: { readonly database: Database; readonly queue: JobQueue },
  accountId: string,
  deliveryId: string,
): Promise<LoggedDelivery> {
  if (!isUuid(deliveryId)) throw new DeliveryNotFoundError(deliveryId);
  const asked = { ids: [deliveryId], states: ['delivered', 'failed'] };
  const queued = await requeueDeliveries(parts, accountId, asked);
  const where = { accountId, id: deliveryId };
  const found = await parts.database.prisma.callbackDelivery.findUnique({ where, select: COLUMNS });
  if (!found) throw new DeliveryNotFoundError(deliveryId);
  if (queued.size === 0) throw new DeliveryPendingError(deliveryId);
  return toLogged(found);
}
