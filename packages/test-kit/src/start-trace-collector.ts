import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { pollUntil } from './poll-until.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }).transform((given) => given.stringValue),
  z.strictObject({ intValue: z.number() }).transform((given) => given.intValue),
  z.strictObject({ doubleValue: z.number() }).transform((given) => given.doubleValue),
  z.strictObject({ boolValue: z.boolean() }).transform((given) => given.boolValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => [pair.key, pair.value])));
const id = z.string().regex(/^[0-9a-f]{16}$/);
const time = z
  .string()
  .regex(/^\d+$/)
  .transform((nanoseconds) => Number(BigInt(nanoseconds) / 1_000_000n));

/** The parts of OTLP's JSON encoding that the tests look at. */
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: id,
  parentSpanId: id.optional(),
  name: z.string(),
  /** 1 internal, 2 server, 3 client. */
  kind: z.int(),
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: id })).default([]),
  /** Code 2: an error. */
  status: z.object({ code: z.int() }),
  traceState: z.string().optional(),
});
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof span> & {
  /** Attributes of the process that exported the span. */
  readonly resource: Readonly<Record<string, unknown>>;
};

/** A collector of OTLP over HTTP with JSON that keeps what it receives. */
export interface TraceCollector extends AsyncDisposable {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Returns all spans so far. Throws if a body was not OTLP. */
  readonly spans: () => readonly CollectedSpan[];
  /** Resolves with the spans once they satisfy the condition. */
  readonly until: (
    what: string,
    isEnough: (spans: readonly CollectedSpan[]) => boolean,
  ) => Promise<readonly CollectedSpan[]>;
  /** Every body so far, as it was sent. */
  readonly bodies: () => string;
  /** Headers of the latest request. */
  readonly headers: () => IncomingMessage['headers'] | undefined;
  /** Sets the response from now on: a status, or none at all. Initially 200. */
  readonly answer: (status: number | 'never') => void;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  let status: number | 'never' = 200;
  let headers: IncomingMessage['headers'] | undefined;
  const bodies: string[] = [];
  const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    ({ headers } = incoming);
    bodies.push(body);
    if (status === 'never') return;
    const isTraces = incoming.method === 'POST' && incoming.url === '/v1/traces';
    response.writeHead(isTraces ? status : 404, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((incoming, response) => void receive(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const spans = (): readonly CollectedSpan[] => bodies.flatMap(readSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    until: (what, isEnough) =>
      pollUntil(what, async () => {
        const collected = spans();
        return isEnough(collected) ? collected : undefined;
      }),
    bodies: () => bodies.join('\n'),
    headers: () => headers,
    answer(next) {
      status = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readSpans(body: string): readonly CollectedSpan[] {
  return request
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap((scope) =>
        scope.spans.map((one) => ({ ...one, resource: resource.attributes })),
      ),
    );
}
