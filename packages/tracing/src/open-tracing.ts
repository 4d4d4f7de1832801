import { noTracing, type Tracing, type TracingParts } from './tracing.ts';
import type { TracingConfig } from './tracing-settings.ts';

/** Loads the OpenTelemetry SDK only if traces are recorded. */
export async function openTracing(
  config: TracingConfig | undefined,
  parts: TracingParts,
): Promise<Tracing> {
  if (!config) return noTracing;
  const { startTracing } = await import('./otlp/start-tracing.ts');
  return startTracing(config, parts);
}
