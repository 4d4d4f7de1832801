import supertest from 'supertest';
import { createWorkerPoolStore } from '../worker-pools/worker-pool-store.ts';
import type { TestApp } from './start-test-app.ts';

/** The pools of the app, and requests to it with any worker token. */
export function openPools({ app, database }: TestApp) {
  const pools = createWorkerPoolStore(database);
  const send = (path: string, token: string, body: object): supertest.Test =>
    supertest(app).post(`/worker/v1/${path}`).auth(token, { type: 'bearer' }).send(body);
  const register = (token: string, body: object): supertest.Test =>
    send('registrations', token, body);
  return {
    pools,
    send,
    register,
    /** Creates a pool for the label `other` only, with one registered worker. */
    openPool: async (
      name: string,
    ): Promise<{ readonly poolToken: string; readonly token: string }> => {
      const { token: poolToken } = await pools.create(name, ['other']);
      const { body } = await register(poolToken, { worker_id: `worker-of-${name}` }).expect(201);
      return { poolToken, token: body.token };
    },
  };
}
