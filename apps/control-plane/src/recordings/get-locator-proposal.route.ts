import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeProposal } from './write-wire-recording.ts';

export const getLocatorProposal = defineRoute(
  'getLocatorProposal',
  async (
    { recordings }: { readonly recordings: Pick<RecordingStore, 'getProposal'> },
    { params, accountId },
  ) => {
    const { recording_id: recordingId, proposal_id: proposalId } = params;
    const read = await recordings.getProposal(accountId, recordingId, proposalId);
    const { proposal, currentVersion, change } = read;
    const isOutdated = typeof change === 'string';
    return {
      status: 200,
      body: {
        success: true,
        proposal: writeProposal(proposal),
        current_version: currentVersion,
        change: isOutdated ? null : { before: { ...change.before }, after: { ...change.after } },
        problem: isOutdated ? change : null,
      },
    };
  },
);
