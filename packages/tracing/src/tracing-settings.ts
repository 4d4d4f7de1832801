import { settingFrom } from '@errand/app-runtime';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { InvalidPairsError, parsePairs } from './parse-pairs.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings of traces, with the names and meanings of the OpenTelemetry specification. */
export const tracingSettings = {
  /** Base URL of the collector, to which `/v1/traces` is added; without one, no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** URL for traces, used unchanged, if it differs. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers of requests to the collector: comma-separated `name=value`, percent-encoded. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(settingFrom(parseHeaders, InvalidPairsError))
    .optional(),
  /** Only this protocol is supported. */
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .string()
    .refine((name) => name === 'http/json', {
      error: 'must be http/json: set it to that or leave it out',
    })
    .optional(),
  /** `service.name` of the spans. Default: `errand-` and the name of the app. */
  OTEL_SERVICE_NAME: z.string().max(255).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  /** The share of traces that `traceidratio` records. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Attributes of all spans: comma-separated `name=value`, percent-encoded. */
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .transform(settingFrom(parsePairs, InvalidPairsError))
    .optional(),
};

type TracingSettings = z.output<z.ZodObject<typeof tracingSettings>>;

/** Where spans go. */
export interface TracingConfig {
  /** Never logged, because it may contain a password. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sampler: (typeof SAMPLERS)[number];
  readonly sampledPart: number;
  /** Attributes of all spans that the operator set. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns undefined if no traces are recorded. */
export function readTracingConfig(parsed: TracingSettings): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_SERVICE_NAME: name } = parsed;
  const own = base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`;
  const url = parsed.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? own;
  if (url === undefined) return undefined;
  return {
    url,
    headers: parsed.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampler: parsed.OTEL_TRACES_SAMPLER,
    sampledPart: parsed.OTEL_TRACES_SAMPLER_ARG,
    attributes: {
      ...parsed.OTEL_RESOURCE_ATTRIBUTES,
      ...(name === undefined ? {} : { 'service.name': name }),
    },
  };
}

/** Returns `host:port` of the collector, to block it for browsers: tasks must not add spans. */
export function collectorOf(config: TracingConfig | undefined): readonly string[] {
  if (!config) return [];
  const { hostname: host, port, protocol } = new URL(config.url);
  return [`${host}:${port || (protocol === 'https:' ? 443 : 80)}`];
}

function parseHeaders(text: string): Readonly<Record<string, string>> {
  const headers = parsePairs(text);
  for (const [index, [name, value]] of Object.entries(headers).entries()) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new InvalidPairsError(index, 'is not a header that HTTP allows', { cause });
    }
  }
  return headers;
}
