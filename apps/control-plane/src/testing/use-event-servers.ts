import { listen, type Logger } from '@errand/app-runtime';
import { afterAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../database/connect-database.ts';
import { createTaskFeed } from '../events/task-feed.ts';
import { createTaskWatch } from '../events/watch-tasks.ts';
import { createWholeApp } from './create-whole-app.ts';
import { followTask, openEvents } from './follow-task.ts';
import { startTestApp, type TestApp } from './start-test-app.ts';

interface Place {
  /** Id of the last known event. Default none. */
  readonly id?: string | undefined;
  /** Default: the first server. */
  readonly url?: string | undefined;
}

/** Serves the app and a replica of it on ports, for the tests of a file that follow events. */
export async function useEventServers(logger: Logger) {
  const stack = new AsyncDisposableStack();
  afterAll(async () => stack.disposeAsync());
  const app = stack.use(await startTestApp({ logger }));
  const serve = async (served: TestApp['app']): Promise<string> =>
    stack.use(await listen(served, { port: 0, host: '127.0.0.1', setting: 'PORT' })).url;

  /** Simulates another process on the same database, as far as events are concerned. */
  async function serveReplica(
    feed: { readonly longestMs?: number; readonly maxListenersOfAccount?: number } = {},
  ): Promise<string> {
    const database = stack.use(await connectDatabase({ url: app.databaseUrl, poolSize: 2 }));
    const taskFeed = createTaskFeed({ database, watch: createTaskWatch(database), ...feed });
    const options = { logger, validateResponses: true };
    return serve(createWholeApp({ ...app.dependencies, taskFeed }, options));
  }

  const urls = [await serve(app.app), await serveReplica()];
  const streamOf = (taskId: string, { id, url = urls[0] ?? '' }: Place = {}) => ({
    taskId,
    id,
    url,
    apiKey: app.apiKey,
  });
  return {
    app,
    urls,
    serveReplica,
    open: (taskId: string, place?: Place) => openEvents(streamOf(taskId, place)),
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
