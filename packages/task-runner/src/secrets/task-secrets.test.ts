import { createLogger, listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createLocalClient, type Lease } from '../control-plane-client.ts';
import { createLogRedaction } from './log-redaction.ts';
import { createTaskSecrets } from './task-secrets.ts';

const value = 'canary "horse" /+&';
const live = new AbortController().signal;
const wanted = { name: 'password', index: 0, origin: 'https://portal.example' };

/** Starts a control plane with one secret, and records what it receives. */
async function startPlane(answer: object, status = 200) {
  const received: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(`${request.url} ${await text(request)}`);
    const isSecret = request.url?.endsWith('/secrets') ?? false;
    response.writeHead(isSecret ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isSecret ? answer : { status: 'failed', uploads: [] }));
  };
  const server = await listen((request, response) => void serve(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const client = createLocalClient({ url: server.url, workerId: 'w' }, 'key');
  // The client reads only these fields of a lease.
  const lease = { task_id: 't', lease_epoch: 3, lease_secret: 's' } as Lease;
  return {
    received,
    reporter: client.reporter(lease, live),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('requests the secret under the lease, and redacts it in reports and the log until the attempt ends', async () => {
  await using plane = await startPlane({
    value,
    expires_at: '2026-03-02T09:15:30.000Z',
    allowed_origins: [wanted.origin],
  });
  const log = createLogRedaction();
  const secrets = createTaskSecrets(plane.reporter, { log });
  const resolved = await secrets.resolver.resolve(wanted, live);

  expect(resolved.secret.reveal()).toBe(value);
  expect(resolved).toMatchObject({
    expiresAt: new Date('2026-03-02T09:15:30.000Z'),
    allowedOrigins: [wanted.origin],
  });
  const [path, body] = plane.received[0]?.split(' ') ?? [];
  expect(path).toBe('/worker/v1/tasks/t/secrets');
  expect(JSON.parse(body ?? '')).toEqual({
    worker_id: 'w',
    lease_epoch: 3,
    lease_secret: 's',
    ...wanted,
  });

  const { reporter } = secrets;
  const step = { sequence: 0, node_path: 'nodes[0]', kind: 'x', outcome: 'failed' } as const;
  const error = { class: 'x', message: `is ${value}`, retry: 'never' } as const;
  const output = { output_data: [{ text: value }], for_loop_status: [] };
  const when = { started_at: '', duration_ms: 1 };
  await reporter.reportSteps([{ ...step, ...when, error_message: value }]);
  await reporter.createArtifacts([
    { filename: value, kind: 'download', content_type: 'a', size: 1, metadata: { [value]: value } },
  ]);
  await reporter.fail(error, output);
  await reporter.complete(output);
  expect(plane.received).toHaveLength(5);
  expect(plane.received.slice(1).join('\n')).not.toContain('canary');
  expect(plane.received.slice(1).join('\n')).toContain('[redacted]');

  const line = JSON.stringify({ message: `is ${value}`, url: encodeURIComponent(value) });
  expect(log.redact(line)).toBe('{"message":"is [redacted]","url":"[redacted]"}');
  secrets[Symbol.dispose]();
  expect(log.redact(line)).toBe(line);
});

test.each([403, 404, 424])(
  '%i fails the step with the message of the control plane',
  async (status) => {
    const message = 'The secret password[0] could not be read: the vault is closed.';
    await using plane = await startPlane({ error: { code: 'x', message } }, status);
    const { resolver } = createTaskSecrets(plane.reporter, { log: createLogRedaction() });
    await expect(resolver.resolve(wanted, live)).rejects.toMatchObject({
      code: 'secret_unavailable',
      message,
    });
  },
);

test('409 means that the lease is lost', async () => {
  await using plane = await startPlane({ error: { code: 'lease-lost', message: 'lost' } }, 409);
  const { resolver } = createTaskSecrets(plane.reporter, { log: createLogRedaction() });
  await expect(resolver.resolve(wanted, live)).rejects.toMatchObject({ code: 'lease-lost' });
});

test('a logger redacts whole lines, including those of children and causes', () => {
  const log = createLogRedaction();
  log.hide(new Set([value]));
  const logger = createLogger({ name: 'test', level: 'info', redact: log.redact });
  const lines: unknown[] = [];
  for (const transport of logger.transports) transport.silent = true;
  logger.on('data', (entry: Record<symbol, unknown>) => lines.push(entry[Symbol.for('message')]));
  const error = new Error(`is ${value}`, { cause: new Error(value) });
  logger.child({ taskId: value }).warn('failed', { error, nested: { value: [value] } });

  expect(lines).toHaveLength(1);
  expect(String(lines[0])).not.toContain('canary');
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    error: { message: 'is [redacted]' },
    nested: { value: ['[redacted]'] },
  });
});
