import type { Sealer } from '@errand/secrets';
import type { Prisma, PrismaClient } from '../database/generated/client.ts';
import { isUuid } from '../database/is-uuid.ts';
import { findFailedStep, type RepairedVersions } from './apply-locator.ts';
import type { JsonObject } from './json-object.ts';
import { ProposalNotFoundError } from './proposal-errors.ts';
import { getRecording, getRecordingRow } from './read-recordings-store.ts';
import { getVersion, ownerOf, type RecordingOwner } from './recording-versions-store.ts';
import type { LocatorProposal, ProposalPage, Recording } from './recording.ts';

const withVersion = { recordingVersion: { select: { version: true } } };

type ProposalRow = Prisma.LocatorProposalGetPayload<{ include: typeof withVersion }>;
interface ProposalPlace {
  readonly recordingId: string;
  readonly proposalId: string;
}

/** Proposals as their account sees them. */
export interface ProposalStore {
  /** Locators that would repair the recording, newest first. Throws RecordingNotFoundError. */
  listProposals: (
    accountId: string,
    recordingId: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ) => Promise<ProposalPage>;
  /**
   * Reads a proposal with what it would change in the current version, or why it cannot be applied.
   * Throws RecordingNotFoundError, ProposalNotFoundError.
   */
  getProposal: (
    accountId: string,
    recordingId: string,
    proposalId: string,
  ) => Promise<ProposalInPlace>;
  /** Throws RecordingNotFoundError, ProposalNotFoundError. */
  settleProposal: (
    accountId: string,
    place: ProposalPlace,
    state: 'accepted' | 'declined',
  ) => Promise<void>;
}

interface ProposalInPlace {
  readonly proposal: LocatorProposal;
  readonly currentVersion: number;
  readonly automations: RepairedVersions;
}

export function createProposalStore(stores: {
  readonly prisma: PrismaClient;
  readonly sealer: Sealer;
}): ProposalStore {
  const { prisma } = stores;
  return {
    listProposals: async (accountId, recordingId, page) =>
      listProposals(stores, ownerOf(accountId, recordingId), page),
    getProposal: async (accountId, recordingId, proposalId) => {
      const current = await getRecording(stores, accountId, recordingId);
      const { version, automation } = current;
      const proposal = asOf(current, await findProposal(prisma, { recordingId, proposalId }));
      const owner = ownerOf(accountId, recordingId);
      const isCurrent = proposal.version === version;
      const ran = isCurrent ? { automation } : await getVersion(stores, owner, proposal.version);
      // Validated as objects before they were stored.
      const automations = { old: ran.automation as JsonObject, current: automation as JsonObject };
      return { proposal, currentVersion: version, automations };
    },
    settleProposal: async (accountId, { recordingId, proposalId }, state) => {
      await getRecordingRow(prisma, accountId, recordingId);
      const { id } = await findProposal(prisma, { recordingId, proposalId });
      await prisma.locatorProposal.update({ where: { id }, data: { state } });
    },
  };
}

async function findProposal(
  prisma: PrismaClient,
  { recordingId, proposalId }: ProposalPlace,
): Promise<LocatorProposal> {
  const row = isUuid(proposalId)
    ? await prisma.locatorProposal.findUnique({
        where: { id: proposalId, recordingVersion: { recordingId } },
        include: withVersion,
      })
    : null;
  if (!row) throw new ProposalNotFoundError(recordingId, proposalId);
  return toProposal(row);
}

async function listProposals(
  stores: { readonly prisma: PrismaClient; readonly sealer: Sealer },
  { accountId, recordingId }: RecordingOwner,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<ProposalPage> {
  const current = await getRecording(stores, accountId, recordingId);
  const rows = await stores.prisma.locatorProposal.findMany({
    where: {
      recordingVersion: { recordingId },
      ...(page.before === undefined ? {} : { id: { lt: page.before } }),
    },
    orderBy: { id: 'desc' },
    take: page.limit + 1,
    include: withVersion,
  });
  return {
    proposals: rows.slice(0, page.limit).map((row) => asOf(current, toProposal(row))),
    hasMore: rows.length > page.limit,
  };
}

/**
 * Marks an open proposal as superseded if a newer version no longer has the step with the locator
 * that failed. Not stored, since a rollback may bring the step back.
 */
function asOf(current: Recording, proposal: LocatorProposal): LocatorProposal {
  if (proposal.state !== 'open' || proposal.version >= current.version) return proposal;
  // Validated as an object before it was stored.
  const found = findFailedStep(current.automation as JsonObject, proposal);
  return typeof found === 'string' ? { ...proposal, state: 'superseded' } : proposal;
}

function toProposal({ recordingVersion, ...row }: ProposalRow): LocatorProposal {
  // Only this store writes the state.
  const state = row.state as LocatorProposal['state'];
  return { ...row, state, version: recordingVersion.version };
}
