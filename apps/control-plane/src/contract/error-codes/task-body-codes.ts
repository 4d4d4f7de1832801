import { deskAutomation, orderSubmission } from '../../testing/start-test-app.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import type { ContractOperation } from '../read-operations.ts';
import type { DriveEach, DrivesEach } from './ask.ts';
import { cancelledTask, saveRecording } from './drive.ts';

const VAULT = { onepassword: { vault_name: 'None', item_name: 'none', field_name: 'none' } };
const FILE = { name: 'a/b', content_base64: '' };

interface Things {
  readonly scheduleId: string;
  readonly taskId: string;
  readonly recordingId: string;
}

let names = 0;

async function createThings(app: TestApp): Promise<Things> {
  names += 1;
  const daily = { name: `daily ${names}`, cron: '0 7 * * *', task: orderSubmission };
  const { body } = await app.post('/api/v1/schedules', daily).expect(201);
  const path = await cancelledTask(app);
  const order = await app.database.prisma.recording.findFirstOrThrow({
    where: { accountId: app.accountId, endpointName: 'order' },
  });
  return {
    scheduleId: body.schedule.schedule_id,
    taskId: path.split('/').at(-1) ?? '',
    recordingId: order.id,
  };
}

/** The body with which an operation submits, or prepares to submit, the recording `order`. */
function bodyOf({ operationId }: ContractOperation, things: Things, more: object): object {
  const task = { ...orderSubmission, ...more };
  const { endpoint_name: _, ...inputs } = task;
  names += 1;
  const bodies = {
    submitTask: task,
    createSchedule: { name: `schedule ${names}`, cron: '0 7 * * *', task },
    updateSchedule: { task },
    retryTask: more,
    openDebugSession: { recording_id: things.recordingId, ...inputs },
  };
  return Object(bodies)[operationId];
}

/** Sends a task that differs from a valid one. */
const sendTask =
  (more: object): DriveEach =>
  async (app, ask) => {
    const things = await createThings(app);
    const ids = { schedule_id: things.scheduleId, task_id: things.taskId };
    return (operation) => ask(operation, { ids, body: bodyOf(operation, things, more) });
  };

/** Codes of all operations that take inputs of a task. */
export const taskBodyCodes: DrivesEach = {
  'unknown-unique-name': sendTask({ unique_parameter_names: ['none'] }),
  'proxy-and-dedicated': sendTask({ use_proxy: true, is_dedicated: true }),
  'parameter-mismatch': sendTask({ input_parameters: { unknown: ['1'] } }),
  async 'secret-not-granted'(app, ask) {
    // An account may read the vaults that it has connected itself.
    await app.database.pool.query('DELETE FROM integrations');
    return sendTask({ secure_parameters: { code: [VAULT] } })(app, ask);
  },
  'endpoint-not-found': sendTask({ endpoint_name: 'none' }),
  'input-file-refused': sendTask({ input_files: [FILE] }),
  async 'remote-desktop-mismatch'(app, ask) {
    const things = await createThings(app);
    const recordingId = await saveRecording(app, 'on-desk', {
      ...deskAutomation,
      url: '',
    });
    const ids = { schedule_id: things.scheduleId };
    return (operation) => {
      const isSession = operation.operationId === 'openDebugSession';
      const more = isSession ? {} : { rdp_parameter: { host: 'a.example' } };
      const body = bodyOf(operation, { ...things, recordingId }, more);
      return ask(operation, { ids, body });
    };
  },
};
