import type { PrismaClient } from '../database/generated/client.ts';
import { getRecordingRow } from './read-recordings-store.ts';
import type { RecordingOwner } from './recording-versions-store.ts';
import type { ProposalPage } from './recording.ts';

/** Newest first. Throws RecordingNotFoundError. */
export async function listProposals(
  prisma: PrismaClient,
  { accountId, recordingId }: RecordingOwner,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<ProposalPage> {
  await getRecordingRow(prisma, accountId, recordingId);
  const rows = await prisma.locatorProposal.findMany({
    where: {
      recordingVersion: { recordingId },
      ...(page.before === undefined ? {} : { id: { lt: page.before } }),
    },
    orderBy: { id: 'desc' },
    take: page.limit + 1,
    include: { recordingVersion: { select: { version: true } } },
  });
  return {
    proposals: rows.slice(0, page.limit).map(({ recordingVersion, ...row }) => ({
      ...row,
      version: recordingVersion.version,
    })),
    hasMore: rows.length > page.limit,
  };
}
