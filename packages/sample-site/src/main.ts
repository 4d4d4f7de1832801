import { parseArgs } from 'node:util';
import { announceReady, createLogger, shutdownRequested } from '@errand/app-runtime';
import { startSampleSite } from './start-sample-site.ts';

const shutdown = shutdownRequested();
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    'single-session': { type: 'boolean', default: false },
    'embedded-origin': { type: 'string', default: '' },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  throw new RangeError(`--port is "${values.port}"; it must be a whole number from 0 to 65535.`);
}

const logger = createLogger({ name: 'sample-site', level: 'info' });
await using site = await startSampleSite({
  port,
  host: values.host,
  singleSessionPerLogin: values['single-session'],
  embeddedOrigin: values['embedded-origin'],
});
logger.info('listening', { url: site.url });
announceReady({ port: site.port });
logger.info('stopping', { signal: await shutdown });
