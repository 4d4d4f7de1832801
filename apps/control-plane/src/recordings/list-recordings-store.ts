import type { Prisma, PrismaClient } from '../database/generated/client.ts';

/** Names that are read and matched at a time. */
const NAMES_PER_READ = 1_000;

export interface RecordingQuery {
  readonly workspaceId: string;
  readonly isWanted: (endpointName: string) => boolean;
  readonly includeMarketplace: boolean;
  readonly limit: number;
  /** Only endpoint names behind this one. */
  readonly after?: string | undefined;
}

export interface Recording {
  readonly recordingId: string;
  readonly workspaceId: string;
  readonly endpointName: string;
  readonly description: string;
  readonly version: number;
  readonly isMarketplace: boolean;
  readonly automation: unknown;
  readonly callback: { readonly url: string; readonly hasCredentials: boolean } | null;
  readonly notificationEmails: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface RecordingPage {
  /** By endpoint name. */
  readonly recordings: readonly Recording[];
  readonly hasMore: boolean;
}

/** Reads names first and matches them here, because PostgreSQL's own regular expressions can take forever. */
export async function listRecordings(
  prisma: PrismaClient,
  accountId: string,
  query: RecordingQuery,
): Promise<RecordingPage> {
  const ids = await findIds(prisma, accountId, query);
  const rows = await prisma.recording.findMany({
    where: { id: { in: ids.slice(0, query.limit) } },
    orderBy: { endpointName: 'asc' },
  });
  const versions = await prisma.recordingVersion.findMany({
    where: {
      OR: rows.map(({ id, currentVersion }) => ({ recordingId: id, version: currentVersion })),
    },
    select: { recordingId: true, automation: true },
  });
  const automations = new Map(versions.map((row) => [row.recordingId, row.automation]));
  return {
    recordings: rows.map((row) => toRecording(row, automations.get(row.id))),
    hasMore: ids.length > query.limit,
  };
}

/** One more than the page holds, if there is one. */
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

function toRecording(row: Prisma.RecordingGetPayload<object>, automation: unknown): Recording {
  return {
    recordingId: row.id,
    workspaceId: row.workspaceId,
    endpointName: row.endpointName,
    description: row.description,
    version: row.currentVersion,
    isMarketplace: row.isMarketplace,
    automation,
    callback:
      row.callbackUrl === null
        ? null
        : { url: row.callbackUrl, hasCredentials: row.callbackSecret !== null },
    notificationEmails: row.notificationEmails,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
