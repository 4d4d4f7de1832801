import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { connectDatabase } from '../database/connect-database.ts';
import { begin } from '../testing/begin.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

test('202 for submissions that wait to be stored together when the server shuts down', async () => {
  await using server = await listen(app.app, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const submit = async (): Promise<number> => {
    const response = await fetch(`${server.url}/api/v1/inference`, {
      method: 'POST',
      headers: { 'x-api-key': app.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...orderSubmission, unique_parameter_names: ['username'] }),
    });
    return response.status;
  };
  expect(await submit()).toBe(202);
  // The waiting groups may use all connections of the app.
  await using own = await connectDatabase({ url: app.databaseUrl, poolSize: 1 });
  await using holder = await begin(app);
  await holder.query('SELECT FROM login_queues FOR UPDATE');
  const answers = Promise.all(Array.from({ length: 8 }, submit));
  await pollUntil('a group waits for the login queue', async () => {
    const { rowCount } = await own.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query LIKE '%submit_tasks(%'`,
    );
    return (rowCount ?? 0) > 0;
  });
  const closed = server[Symbol.asyncDispose]();
  await holder.query('commit');
  expect(await answers).toEqual(Array(8).fill(202));
  await closed;
  expect(await app.database.prisma.task.count()).toBe(9);
});
