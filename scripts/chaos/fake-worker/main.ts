// The worker without a browser, as a process.
import { announceReady, createLogger, shutdownRequested } from '@errand/app-runtime';
import { loadConfig } from '../../../apps/worker/src/config.ts';
import { createWorkerClient } from '../../../packages/task-runner/src/control-plane-client.ts';
import { createRecorder } from './recorder.ts';
import { runFakeWorker } from './run-fake-worker.ts';

const shutdown = shutdownRequested();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'fake-worker', level: config.logLevel });
const draining = new AbortController();
const drained = new AbortController();
const running = runFakeWorker(
  {
    ...config,
    client: createWorkerClient({ ...config, ...config.controlPlane, screen: undefined, logger }),
    siteUrl: process.env['SITE_URL'] ?? '',
    recorder: createRecorder(process.env['HISTORY_FILE'] ?? '', config.workerId),
    logger,
  },
  { draining: draining.signal, drained: drained.signal },
);
announceReady();

await shutdown;
draining.abort();
const handBack = setTimeout(() => drained.abort(), config.drainMs);
await running;
clearTimeout(handBack);
