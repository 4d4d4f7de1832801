import { listen, type Logger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../database/connect-database.ts';
import { createAccountFeed } from '../events/account-feed.ts';
import { createKeyWatch } from '../events/key-watch.ts';
import { createListenerPlaces } from '../events/listener-places.ts';
import { createTaskFeed } from '../events/task-feed.ts';
import { createTaskWatch } from '../events/watch-tasks.ts';
import { createWholeApp } from './create-whole-app.ts';
import { followTask, openEvents, takeEvents } from './follow-task.ts';
import { startTestApp, type TestApp, testSealer } from './start-test-app.ts';

interface Place {
  /** Id of the last known event. Default none. */
  readonly id?: string | undefined;
  /** Default: the first server. */
  readonly url?: string | undefined;
  /** Default: the key of the app's account. */
  readonly apiKey?: string;
  readonly query?: string | undefined;
}

/** Serves the app and a replica of it on ports, for the tests of a file that follow events. */
export async function useEventServers(logger: Logger) {
  const stack = new AsyncDisposableStack();
  afterAll(async () => stack.disposeAsync());
  const app = stack.use(await startTestApp({ logger }));
  const serve = async (served: TestApp['app']): Promise<string> =>
    stack.use(await listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' })).url;

  /** Simulates another process on the same database, for events only. */
  async function serveReplica(
    feed: { readonly longestMs?: number; readonly maxListenersOfAccount?: number } = {},
  ): Promise<string> {
    const database = stack.use(await connectDatabase({ url: app.databaseUrl, poolSize: 2 }));
    const places = createListenerPlaces(feed);
    const taskFeed = createTaskFeed({ database, watch: createTaskWatch(database), places });
    const accountFeed = createAccountFeed({ database, places, sealer: testSealer });
    const keyWatch = createKeyWatch({ pool: database.pool, logger, intervalMs: 50 });
    const options = { logger, validateResponses: true };
    const dependencies = { ...app.dependencies, taskFeed, accountFeed, keyWatch };
    return serve(createWholeApp(dependencies, options));
  }

  const urls = [await serve(app.app), await serveReplica()];
  const openAt = ({ url = urls[0] ?? '', ...place }: Place) => ({
    apiKey: app.apiKey,
    ...place,
    url,
  });
  const streamOf = (taskId: string, place: Place = {}) => ({ ...openAt(place), taskId });
  const takeAccount = async (count: number, place: Place = {}) =>
    takeEvents(await openEvents(openAt(place)), count);

  /**
   * The position after all events so far. While another transaction of the database server is open,
   * even one of another test, a client without a position still gets the events since it began.
   */
  async function findNow(): Promise<string> {
    await pollUntil('every event is in the past', async () => {
      const { rowCount } = await app.database.pool.query(`SELECT FROM account_events
        WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint LIMIT 1`);
      return rowCount === 0;
    });
    const [reset] = await takeAccount(1);
    return reset?.id ?? '';
  }

  return {
    app,
    urls,
    serveReplica,
    findNow,
    open: (taskId: string, place?: Place) => openEvents(streamOf(taskId, place)),
    openAccount: (place: Place = {}) => openEvents(openAt(place)),
    followAccount: (place: Place = {}) => followTask(openAt(place)),
    /** The first events of a stream of the account. */
    takeAccount,
    /** Reads until the server ends the stream. */
    follow: (taskId: string, place?: Place) => followTask(streamOf(taskId, place)),
  };
}

/** Stores a confirmed file of the first attempt. */
export function createFile(
  app: TestApp,
  file: {
    readonly taskId: string;
    readonly filename: string;
    /** Default: 1 ms from now. */
    readonly confirmedAt?: Date | undefined;
  },
) {
  const { taskId, filename, confirmedAt = new Date(Date.now() + 1) } = file;
  return app.database.prisma.artifact.create({
    data: {
      taskId,
      leaseEpoch: 1,
      kind: 'download',
      filename,
      contentType: 'application/pdf',
      size: 4,
      objectKey: randomUUID(),
      confirmedAt,
    },
  });
}
