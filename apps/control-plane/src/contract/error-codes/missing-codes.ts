import { randomUUID } from 'node:crypto';
import { orderAutomation } from '../../testing/start-test-app.ts';
import type { DriveEach, DrivesEach } from './ask.ts';
import { cancelledTask, saveRecording } from './drive.ts';

const none = randomUUID();
/** Bodies that name something that does not exist; all other examples do so already. */
const BODIES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'recording-not-found': { openDebugSession: { recording_id: none } },
  'task-not-found': { openDebugSession: { replay_of: none } },
  'workspace-not-found': {
    createRecording: {
      endpoint_name: 'in-no-workspace',
      automation: orderAutomation,
      workspace_id: none,
    },
  },
};

const sendExamples =
  (code: string): DriveEach =>
  async (_app, ask) =>
  (operation) =>
    ask(operation, { body: BODIES[code]?.[operation.operationId] });

/** Codes for things that do not exist. */
export const missingCodes: DrivesEach = {
  'task-not-found': sendExamples('task-not-found'),
  'recording-not-found': sendExamples('recording-not-found'),
  'schedule-not-found': sendExamples('schedule-not-found'),
  'delivery-not-found': sendExamples('delivery-not-found'),
  'integration-not-found': sendExamples('integration-not-found'),
  'api-key-not-found': sendExamples('api-key-not-found'),
  'demo-not-found': sendExamples('demo-not-found'),
  'cookie-session-not-found': sendExamples('cookie-session-not-found'),
  'debug-session-not-found': sendExamples('debug-session-not-found'),
  async 'workspace-not-found'(app, ask) {
    const ids = { recording_id: await saveRecording(app, 'somewhere', orderAutomation) };
    const bodies = {
      ...BODIES['workspace-not-found'],
      updateRecording: { workspace_id: none },
    };
    return (operation) =>
      ask(operation, {
        ids,
        body: Object(bodies)[operation.operationId],
        query: operation.operationId === 'listRecordings' ? { workspace_id: none } : {},
      });
  },
  async 'version-not-found'(app, ask) {
    const id = await saveRecording(app, 'first-version', orderAutomation);
    const bodies = {
      startRollout: { version: 99, percent: 1 },
      rollBackRecording: { version: 99 },
      openDebugSession: { recording_id: id, version: 99 },
      retryTask: { version: 99 },
    };
    const task_id = (await cancelledTask(app)).split('/').at(-1) ?? '';
    return (operation) =>
      ask(operation, {
        ids: { recording_id: id, version: '99', task_id },
        body: Object(bodies)[operation.operationId],
      });
  },
  async 'proposal-not-found'(app, ask) {
    const ids = { recording_id: await saveRecording(app, 'no-proposal', orderAutomation) };
    return (operation) => ask(operation, { ids });
  },
};
