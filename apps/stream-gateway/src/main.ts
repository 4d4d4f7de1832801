import { beginStart, createLogger, listen } from '@errand/app-runtime';
import { createTicketVerifier } from '@errand/stream-ticket';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from './config.ts';
import { createControlPlaneClient } from './control-plane-client.ts';
import { createGateway } from './gateway.ts';
import { readCertificate, type CertificateFiles } from './read-certificate.ts';

const start = beginStart();
const config = loadConfig(process.env);
const logger = createLogger({ name: 'stream-gateway', level: config.logLevel }).child({
  gatewayId: config.gatewayId,
});
await using gateway = createGateway({
  ...config,
  client: createControlPlaneClient({ ...config.controlPlane, gatewayId: config.gatewayId }),
  verifier: createTicketVerifier({ keys: config.verifyingKeys }),
  logger,
});
const { tls } = config;
await using server = await listen(gateway.onRequest, {
  ...config,
  setting: 'PORT',
  certificate: tls && (await readCertificate(tls)),
});
server.server.on('upgrade', gateway.onUpgrade);
await using metrics = await listen(gateway.onMetricsRequest, {
  ...config.metrics,
  setting: 'METRICS_PORT',
});
if (tls) process.on('SIGHUP', () => void changeCertificate(tls));
logger.info('listening', { port: server.port, metricsPort: metrics.port });
start.ready({ port: server.port });
const reason = await start.shutdown;
gateway.leave();
const delayMs = reason === 'SIGTERM' ? config.shutdownDelayMs : 0;
logger.info('shutting down', { reason, delayMs });
// Load balancers keep sending viewers until they notice that this gateway is not ready.
await delay(delayMs);
logger.info('draining');
await gateway.drain(config.drainMs);
logger.info('stopped');

async function changeCertificate(files: CertificateFiles): Promise<void> {
  try {
    server.changeCertificate(await readCertificate(files));
    logger.info('certificate changed');
  } catch (error) {
    logger.error('the certificate cannot be read: keeping the old one', { error });
  }
}
