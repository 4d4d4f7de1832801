import { deskAutomation, orderAutomation, orderSubmission } from '../../testing/start-test-app.ts';
import {
  cancelledTask,
  type Drives,
  saveRecording,
  stoppedTask,
  submitTask,
  submitWith,
  takenTask,
} from './drive.ts';

const [node] = orderAutomation.nodes;
const resumable = { ...orderAutomation, nodes: [{ ...node, resumable: true }] };
const afterAnother = { ...orderAutomation, nodes: [{ ...node }, ...resumable.nodes] };
const rewritten = {
  ...orderAutomation,
  nodes: [{ ...node, end_sleep_time: 1 }, ...resumable.nodes],
};
const opened = { interaction_action: { go_to_url: { url: 'https://portal.example/form' } } };
const opening = { ...orderAutomation, nodes: [{ ...opened, resumable: true }] };
const FROM = 'failed_node';

/** Codes of submissions and retries. */
export const submissionCodes: Drives = {
  'malformed-submission': (app) => submitWith(app, { input_parameters: 7 }),
  'missing-field': async (app) => app.post('/api/v1/inference', { goal: 'Order.' }),
  'local-target': async (app) =>
    app.post('/api/v1/inference', orderSubmission).set('x-local-server-id', 'desk'),
  async 'idempotency-conflict'(app) {
    const send = (more: object) =>
      app.post('/api/v1/inference', { ...orderSubmission, ...more }).set('idempotency-key', 'once');
    await send({}).expect(202);
    return send({ priority: 1 });
  },

  'task-not-ended': async (app) => app.post(`${await submitTask(app)}/retry`),
  'task-not-retryable': async (app) => app.post(`${await takenTask(app, 'completed')}/retry`),
  async 'recording-deleted'(app) {
    const recordingId = await saveRecording(app, 'gone', orderAutomation);
    const path = await cancelledTask(app, { endpoint_name: 'gone' });
    await app.delete(`/api/v1/recordings/${recordingId}`).expect(200);
    return app.post(`${path}/retry`);
  },
  async 'retry-mismatch'(app) {
    await saveRecording(app, 'changed', orderAutomation);
    const path = await cancelledTask(app, { endpoint_name: 'changed' });
    const { parameters } = orderAutomation;
    const inputs = { ...parameters.input_parameters, branch: [] };
    const changed = { ...orderAutomation, parameters: { ...parameters, input_parameters: inputs } };
    await saveRecording(app, 'changed', changed);
    return app.post(`${path}/retry`);
  },
  async 'retry-place-mismatch'(app) {
    await saveRecording(app, 'moved', deskAutomation);
    const desk = { endpoint_name: 'moved', rdp_parameter: { host: 'desktop.example' } };
    const path = await cancelledTask(app, desk);
    await saveRecording(app, 'moved', orderAutomation);
    return app.post(`${path}/retry`);
  },
  'no-failed-node': async (app) => app.post(`${await cancelledTask(app)}/retry`, { from: FROM }),
  'not-resumable': async (app) =>
    app.post(`${await stoppedTask(app, 'unmarked', orderAutomation)}/retry`, { from: FROM }),
  'variables-lost': async (app) =>
    app.post(`${await stoppedTask(app, 'secretive', resumable)}/retry`, { from: FROM }),
  async 'nodes-changed'(app) {
    const path = await stoppedTask(app, 'rewritten', afterAnother);
    await saveRecording(app, 'rewritten', rewritten);
    return app.post(`${path}/retry`, { from: FROM });
  },
  async 'already-retried'(app) {
    const path = await stoppedTask(app, 'continued', opening);
    await app.post(`${path}/retry`, { from: FROM }).expect(202);
    return app.post(`${path}/retry`, { from: FROM });
  },
  async 'input-file-lost'(app) {
    const file = { name: 'a.txt', content_base64: 'SGVsbG8=' };
    const path = await cancelledTask(app, { input_files: [file] });
    const { objectKey } = await app.database.prisma.inputFile.findFirstOrThrow({
      where: { taskId: path.split('/').at(-1) ?? '' },
    });
    await app.dependencies.storage.delete(objectKey);
    return app.post(`${path}/retry`);
  },
};
