import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { checkAutomation, checkStoredAutomation } from './read-automation.ts';
import type { RecordingStore } from './recording-store.ts';
import type { NewRollout, RolloutPlan } from './rollout.ts';

type Request = ErrandSchemas['StartRolloutRequest'];
type Recordings = Pick<RecordingStore, 'get' | 'getVersion' | 'startRollout'>;

export const startRollout = defineRoute(
  'startRollout',
  async (
    { recordings }: { readonly recordings: Recordings },
    { params, body, accountId, apiKeyId },
  ) => {
    const { recording_id: recordingId } = params;
    const plan = readPlan(body);
    const { source, warnings } = await readSource(recordings, { accountId, recordingId }, body);
    const origin = { comment: body.comment, apiKeyId };
    const rollout = { ...plan, ...origin, source, expectedVersion: body.base_version };
    const { version } = await recordings.startRollout(accountId, recordingId, rollout);
    return {
      status: 201,
      body: {
        success: true,
        recording_id: recordingId,
        version,
        message: `Version ${version} is being rolled out.`,
        warnings,
      },
    };
  },
);

function readPlan(body: Request): RolloutPlan {
  const { percent, first_tasks: firstTasks, min_tasks: minTasks } = body;
  if ((percent === undefined) === (firstTasks === undefined)) {
    refuse(
      'percent',
      'decides which tasks run the new version: specify either percent or first_tasks',
    );
  }
  if (firstTasks !== undefined && firstTasks < minTasks) {
    refuse(
      'first_tasks',
      `is ${firstTasks}, less than min_tasks (${minTasks}), so the roll-out could never complete: raise it, or lower min_tasks`,
    );
  }
  return {
    percent: percent ?? null,
    firstTasks: firstTasks ?? null,
    minTasks,
    maxFailureRateIncrease: body.max_failure_rate_increase,
  };
}

async function readSource(
  recordings: Recordings,
  owner: { readonly accountId: string; readonly recordingId: string },
  body: Request,
): Promise<{
  readonly source: NewRollout['source'];
  readonly warnings: ErrandSchemas['AutomationWarning'][];
}> {
  const { accountId, recordingId } = owner;
  const { automation: given, version } = body;
  if ((given === undefined) === (version === undefined)) {
    refuse('automation', 'is what to roll out: specify either automation or version');
  }
  if (version === undefined) {
    const { automation, warnings } = checkAutomation(given);
    return { source: { automation }, warnings };
  }
  const old = await recordings.getVersion(accountId, recordingId, version);
  const warnings = checkStoredAutomation(old.automation);
  return { source: { version }, warnings };
}

function refuse(field: string, msg: string): never {
  throw new InvalidRequestError([{ loc: ['body', field], msg, type: 'value' }]);
}
