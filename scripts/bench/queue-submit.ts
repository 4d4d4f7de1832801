import { Agent, request } from 'node:http';
import { PgBoss } from 'pg-boss';
import { startBenchService, type BenchServer } from './queue-service.ts';
import { percentile, round } from './statistics.ts';

export const CLIENTS = 16;

export interface SubmitOptions {
  /** Submissions of each kind per round. */
  readonly submits: number;
  readonly rounds: number;
}

interface Samples {
  readonly name: string;
  readonly send: (index: number) => Promise<void>;
  readonly perSecond: number[];
  readonly latencyMs: number[];
}

export interface SubmitResult {
  readonly name: string;
  readonly perSecond: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number };
  /** Throughput divided by that of the bare queue. */
  readonly ratio: number;
}

/**
 * Alternates submissions over HTTP with sends to the bare queue, with the same number of
 * clients.
 */
export async function measureSubmit(
  server: BenchServer,
  { submits, rounds }: SubmitOptions,
): Promise<readonly SubmitResult[]> {
  await using owned = new AsyncDisposableStack();
  const service = owned.use(
    await startBenchService(server, await server.createDatabase('submit'), 'http://127.0.0.1:9/'),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  owned.defer(() => agent.destroy());
  const boss = await startBareQueue(await server.createDatabase('bare'));
  owned.defer(() => boss.stop({ graceful: false }));
  const submit = (body: object): Promise<void> =>
    post(agent, `${service.url}/api/v1/inference`, { key: service.apiKey, body });
  const all: readonly Samples[] = [
    ['bare send', async (index: number) => void (await boss.send('bare', orderOf(index)))] as const,
    ['submit, no login queue', (index: number) => submit(orderOf(index))] as const,
    ['submit, 200 login queues', (index: number) => submit(withLogin(index))] as const,
  ].map(([name, send]) => ({ name, send, perSecond: [], latencyMs: [] }));
  // The first round warms up.
  for (let index = 0; index <= rounds; index += 1) {
    for (const samples of all) await measureRound(samples, submits, index > 0);
  }
  const bare = percentile(all[0]?.perSecond ?? [], 50);
  return all.map(({ name, perSecond, latencyMs }) => ({
    name,
    perSecond: percentile(perSecond, 50),
    latencyMs: { p50: percentile(latencyMs, 50), p95: percentile(latencyMs, 95) },
    ratio: round(percentile(perSecond, 50) / bare),
  }));
}

async function startBareQueue(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url, max: CLIENTS, supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('bare', { partition: true });
  return boss;
}

async function measureRound(
  { send, perSecond, latencyMs }: Samples,
  submits: number,
  isCounted: boolean,
): Promise<void> {
  const startedAt = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < submits) {
      next += 1;
      const askedAt = performance.now();
      await send(next);
      if (isCounted) latencyMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  if (isCounted) perSecond.push((submits * 1_000) / (performance.now() - startedAt));
}

function orderOf(index: number): object {
  return { endpoint_name: 'order', input_parameters: { login: [`login-${index % 200}`] } };
}

function withLogin(index: number): object {
  return { ...orderOf(index), unique_parameter_names: ['login'] };
}

async function post(
  agent: Agent,
  url: string,
  { key, body }: { readonly key: string; readonly body: object },
): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume();
    response.once('end', () => resolve(response.statusCode));
  });
  sent.once('error', reject);
  sent.end(JSON.stringify(body));
  const status = await promise;
  if (status !== 202) throw new Error(`A submission returned ${status}.`);
}
