import { test } from '@jest/globals';
import supertest from 'supertest';
import { enrolWorker, registrationTokenOf } from '../testing/enrol-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

test('204 ends the registration and invalidates its token', async () => {
  await enrolWorker(app, { workerId: 'leaving' });
  const send = (path: string, body: object = {}) =>
    supertest(app.app)
      .post(`/worker/v1/${path}`)
      .auth(registrationTokenOf('leaving'), { type: 'bearer' })
      .send({ worker_id: 'leaving', ...body });
  await send('claims', { wait_seconds: 0 }).expect(204);
  await send('registrations/end').expect(204);
  await send('claims', { wait_seconds: 0 }).expect(401);
});
