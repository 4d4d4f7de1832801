import { randomUUID } from 'node:crypto';
import { startWatchable } from '../../testing/speak-gateway.ts';
import { cancelledTask, type Drives, submitTask, takenTask } from './drive.ts';

const unknown = `/api/v1/tasks/${randomUUID()}`;
const receiver = { task_callback_url: 'https://erp.example/in' };

/** Codes of operations on tasks, their screens and their deliveries. */
export const taskCodes: Drives = {
  'task-open': async (app) => app.delete(await submitTask(app)),
  async 'result-pending'(app) {
    const path = await submitTask(app, receiver);
    await app.post(`${path}/cancel`).expect(200);
    return app.delete(path);
  },
  'task-ended': async (app) => app.post(`${await takenTask(app, 'completed')}/cancel`),
  'task-ended (watching)': async (app) => app.get(`${await cancelledTask(app)}/stream`),
  'task-queued': async (app) => app.get(`${await submitTask(app)}/stream`),
  'not-running': async (app) => app.get(`${await takenTask(app, 'taken')}/stream`),
  'no-screen': async (app) => app.get(`${await takenTask(app, 'started')}/stream`),
  async 'not-waiting'(app) {
    await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] });
    const { taskId } = await startWatchable(app);
    return app.get(`/api/v1/tasks/${taskId}/stream?mode=control`);
  },
  'task-not-waiting': async (app) => app.post(`${await submitTask(app)}/resume`),
  'variables-too-large': async (app) =>
    app.post(`${unknown}/resume`, { variables: { text: ['x'.repeat(65_536)] } }),
  'task-not-ended (delivering)': async (app) => {
    const path = await submitTask(app);
    return app.post('/api/v1/initiate_callback', { task_id: path.split('/').at(-1), ...receiver });
  },
  'trace-not-found': async (app) => app.get(`${await submitTask(app)}/trace/url`),
  async 'delivery-pending'(app) {
    const path = await submitTask(app, receiver);
    await app.post(`${path}/cancel`).expect(200);
    const { body } = await app.get(`${path}/deliveries`).expect(200);
    return app.post(`/api/v1/deliveries/${body.deliveries[0].delivery_id}/redeliver`);
  },
  async 'files-deleted'(app) {
    const path = await cancelledTask(app);
    const id = path.split('/').at(-1) ?? '';
    const data = { deletedFiles: 1, filesDeletedAt: new Date() };
    await app.database.prisma.task.update({ where: { id }, data });
    return app.get(`/api/v1/get_downloads?task_id=${id}`);
  },
};
