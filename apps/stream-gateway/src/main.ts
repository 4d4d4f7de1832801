import { announceReady, createLogger, listen, shutdownRequested } from '@errand/app-runtime';
import { loadConfig } from './config.ts';
import { createGateway } from './gateway.ts';

const shutdown = shutdownRequested();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'stream-gateway', level: config.logLevel });
await using server = await listen(createGateway(), { ...config, setting: 'PORT' });
logger.info('listening', { port: server.port });
announceReady({ port: server.port });
logger.info('draining', { reason: await shutdown });
