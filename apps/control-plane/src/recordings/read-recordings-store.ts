import type { Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import type { Prisma, PrismaClient } from '../database/generated/client.ts';
import { isUuid } from '../database/is-uuid.ts';
import { RecordingNotFoundError } from './recording-errors.ts';
import { sealSeeds } from './seal-seeds.ts';
import { readResults } from './recording-summaries-store.ts';
import type {
  Recording,
  RecordingPage,
  RecordingQuery,
  RecordingSummaryPage,
} from './recording.ts';

/** Batch size for reading and matching names. */
const NAMES_PER_READ = 1_000;

interface Stores {
  readonly prisma: PrismaClient;
  readonly sealer: Sealer;
}

type Row = Prisma.RecordingGetPayload<object>;

/** Throws RecordingNotFoundError. */
export async function getRecordingRow(
  prisma: PrismaClient,
  accountId: string,
  recordingId: string,
): Promise<Row> {
  const row = isUuid(recordingId)
    ? await prisma.recording.findUnique({ where: { id: recordingId, accountId, deletedAt: null } })
    : null;
  if (!row) throw new RecordingNotFoundError(recordingId);
  return row;
}

/** Throws RecordingNotFoundError. */
export async function getRecording(
  { prisma, sealer }: Stores,
  accountId: string,
  recordingId: string,
): Promise<Recording> {
  const row = await getRecordingRow(prisma, accountId, recordingId);
  const [recording] = await withAutomations({ prisma, sealer }, [row]);
  if (!recording) throw new Error(`Recording "${recordingId}" has no current version.`);
  return recording;
}

/**
 * Reads the names first and matches them here, because PostgreSQL's own regular expressions can
 * take forever.
 */
export async function listRecordings(
  { prisma, sealer }: Stores,
  accountId: string,
  query: RecordingQuery,
): Promise<RecordingPage> {
  const ids = await findIds(prisma, accountId, query);
  const rows = await prisma.recording.findMany({
    where: { id: { in: ids.slice(0, query.limit) } },
    orderBy: { endpointName: 'asc' },
  });
  return {
    recordings: await withAutomations({ prisma, sealer }, rows),
    hasMore: ids.length > query.limit,
  };
}

/** Lists recordings without automations, but with the results of tasks. */
export async function listSummaries(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  accountId: string,
  query: RecordingQuery,
): Promise<RecordingSummaryPage> {
  const ids = await findIds(prisma, accountId, query);
  const shown = ids.slice(0, query.limit);
  const [rows, results] = await Promise.all([
    prisma.recording.findMany({ where: { id: { in: shown } }, orderBy: { endpointName: 'asc' } }),
    readResults(pool, shown),
  ]);
  const none = { lastTask: undefined, successCount: 0, failedCount: 0 };
  const recordings = rows.map((row) => ({ ...toListed(row), ...(results.get(row.id) ?? none) }));
  return { recordings, hasMore: ids.length > query.limit };
}

/** Returns one more id than the page holds, if there is one. */
async function findIds(
  prisma: PrismaClient,
  accountId: string,
  query: RecordingQuery,
): Promise<string[]> {
  const ids: string[] = [];
  let { after } = query;
  for (;;) {
    const names = await prisma.recording.findMany({
      where: {
        accountId,
        workspaceId: query.workspaceId,
        deletedAt: null,
        ...(query.includeMarketplace ? {} : { isMarketplace: false }),
        ...(after === undefined ? {} : { endpointName: { gt: after } }),
      },
      orderBy: { endpointName: 'asc' },
      take: NAMES_PER_READ,
      select: { id: true, endpointName: true },
    });
    ids.push(
      ...names.filter(({ endpointName }) => query.isWanted(endpointName)).map(({ id }) => id),
    );
    if (ids.length > query.limit || names.length < NAMES_PER_READ) return ids;
    after = names.at(-1)?.endpointName;
  }
}

/** Also seals seeds stored before sealing existed, so that none is returned in plain text. */
async function withAutomations(
  { prisma, sealer }: Stores,
  rows: readonly Row[],
): Promise<readonly Recording[]> {
  const versions = await prisma.recordingVersion.findMany({
    where: {
      OR: rows.map(({ id, currentVersion }) => ({ recordingId: id, version: currentVersion })),
    },
    select: { recordingId: true, automation: true },
  });
  const automations = new Map(versions.map((row) => [row.recordingId, row.automation]));
  return rows.map((row) => {
    // Validated as an object before it was stored.
    const automation = automations.get(row.id) as object;
    const sealed = sealSeeds(automation, { sealer, accountId: row.accountId });
    return { ...toListed(row), automation: sealed };
  });
}

function toListed(row: Row): Omit<Recording, 'automation'> {
  return {
    recordingId: row.id,
    workspaceId: row.workspaceId,
    endpointName: row.endpointName,
    description: row.description,
    version: row.currentVersion,
    isMarketplace: row.isMarketplace,
    callback:
      row.callbackUrl === null
        ? null
        : { url: row.callbackUrl, hasCredentials: row.callbackSecret !== null },
    notificationEmails: row.notificationEmails,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
