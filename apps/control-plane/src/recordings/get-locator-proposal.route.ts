import { defineRoute } from '../http/define-route.ts';
import { applyLocator } from './apply-locator.ts';
import { chooseCommand } from './choose-command.ts';
import type { RecordingStore } from './recording-store.ts';
import { writeProposal } from './write-wire-recording.ts';

export const getLocatorProposal = defineRoute(
  'getLocatorProposal',
  async (
    { recordings }: { readonly recordings: Pick<RecordingStore, 'getProposal'> },
    { params, query, accountId },
  ) => {
    const { recording_id: recordingId, proposal_id: proposalId } = params;
    const read = await recordings.getProposal(accountId, recordingId, proposalId);
    const { proposal, currentVersion, automations } = read;
    const command = chooseCommand(proposal, { command: query.command, in: 'query' });
    const change = applyLocator(automations, { ...proposal, command });
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
