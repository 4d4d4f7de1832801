import { listen, type ListeningServer, serveOperators } from '@errand/app-runtime';
import { Registry } from 'prom-client';
import { createMetricsWriter, type MetricsParts } from './write-metrics.ts';

/** Opens the port for metrics; undefined if the operator has disabled it. */
export async function listenForPrometheus(
  address: { readonly host: string; readonly port: number },
  parts: MetricsParts,
): Promise<ListeningServer | undefined> {
  if (address.port === 0) return undefined;
  const pages = serveOperators({
    metrics: {
      contentType: Registry.PROMETHEUS_CONTENT_TYPE,
      metrics: createMetricsWriter(parts),
    },
    elsewhere: 'Only /metrics is served here; health checks are on PORT.',
    logger: parts.logger,
  });
  return listen(pages, { ...address, setting: 'METRICS_PORT' });
}
