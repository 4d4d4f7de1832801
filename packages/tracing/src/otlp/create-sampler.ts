import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../tracing-settings.ts';

/** Decides which traces are recorded, as OTEL_TRACES_SAMPLER says. */
export function createSampler({
  sampler,
  sampledPart,
}: Pick<TracingConfig, 'sampler' | 'sampledPart'>): Sampler {
  const [, parentBased, root] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const own = createRoot(root, sampledPart);
  return parentBased === undefined ? own : new ParentBasedSampler({ root: own });
}

function createRoot(name: string | undefined, sampledPart: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(sampledPart);
  return new AlwaysOnSampler();
}
