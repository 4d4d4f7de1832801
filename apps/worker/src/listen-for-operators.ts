import { listen, type ListeningServer, type Logger, serveOperators } from '@errand/app-runtime';
import type { WorkerHealth } from './worker-health.ts';
import type { WorkerMetrics } from './metrics.ts';

/** Opens the port for health checks and metrics; undefined if the operator has disabled it. */
export async function listenForOperators(
  address: { readonly host: string; readonly port: number },
  dependencies: {
    readonly health: WorkerHealth;
    readonly metrics: WorkerMetrics;
    readonly logger: Logger;
  },
): Promise<ListeningServer | undefined> {
  const { health, metrics, logger } = dependencies;
  if (address.port === 0) return undefined;
  const pages = serveOperators({
    live: health.live,
    ready: health.ready,
    metrics: metrics.registry,
    elsewhere: 'Only /health/live, /health/ready and /metrics are served here.',
    logger,
  });
  return listen(pages, { ...address, setting: 'HEALTH_PORT' });
}
