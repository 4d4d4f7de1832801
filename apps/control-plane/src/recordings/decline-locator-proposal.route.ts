import { defineRoute } from '../http/define-route.ts';
import type { RecordingStore } from './recording-store.ts';

export const declineLocatorProposal = defineRoute(
  'declineLocatorProposal',
  async (
    { recordings }: { readonly recordings: Pick<RecordingStore, 'settleProposal'> },
    { params, accountId },
  ) => {
    const { recording_id: recordingId, proposal_id: proposalId } = params;
    await recordings.settleProposal(accountId, { recordingId, proposalId }, 'declined');
    return { status: 200, body: { success: true, message: 'The proposal is declined.' } };
  },
);
