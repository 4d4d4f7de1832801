import { defineRoute } from '../http/define-route.ts';
import { applyLocator } from './apply-locator.ts';
import { chooseCommand } from './choose-command.ts';
import { ProposalOutdatedError } from './proposal-errors.ts';
import { RecordingChangedError } from './recording-errors.ts';
import { checkAutomation } from './read-automation.ts';
import type { RecordingStore } from './recording-store.ts';
import { RolloutRunningError } from './rollout-errors.ts';

export const acceptLocatorProposal = defineRoute(
  'acceptLocatorProposal',
  async (
    { recordings }: { readonly recordings: RecordingStore },
    { params, body, accountId, apiKeyId },
  ) => {
    const { recording_id: recordingId, proposal_id: proposalId } = params;
    const read = await recordings.getProposal(accountId, recordingId, proposalId);
    const { proposal, currentVersion, automations } = read;
    const rollout = await recordings.findRollout(accountId, recordingId);
    // A new version would end it, and all tasks would run a version that is still on trial.
    if (rollout?.state === 'running') throw new RolloutRunningError(recordingId, rollout.version);
    if (currentVersion !== body.base_version) {
      throw new RecordingChangedError(body.base_version, currentVersion);
    }
    const command = chooseCommand(proposal, { command: body.command, in: 'body' });
    const change = applyLocator(automations, { ...proposal, command });
    if (typeof change === 'string') throw new ProposalOutdatedError(proposalId, change);
    const { automation, warnings } = checkAutomation(change.automation);
    const comment = body.comment ?? `Locator of ${proposal.nodePath} replaced as proposed.`;
    const saved = await recordings.change(accountId, recordingId, {
      automation,
      comment,
      apiKeyId,
      baseVersion: body.base_version,
    });
    await recordings.settleProposal(accountId, { recordingId, proposalId }, 'accepted');
    return {
      status: 200,
      body: {
        success: true,
        recording_id: recordingId,
        version: saved.version,
        message: `${proposal.nodePath} uses the proposed locator from version ${saved.version} on.`,
        warnings,
      },
    };
  },
);
