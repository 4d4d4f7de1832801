import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPage, type TestControlPlane } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/** Gzipped size in bytes, including everything that the client depends on. */
const MAX_BYTES = 12 * 1024;

/** What the page does with the client; `errand` and `client` are in scope. */
const PROGRAM = `
const events = [];
const inputs = { email: ['demo@harbor.example'], password: ['harbor-demo'], order_number: ['HS-10424'] };
const task = await errand.run(
  { endpoint_name: 'order-status', input_parameters: inputs },
  { onEvent: ({ event }) => events.push(event) },
);
const [download] = await errand.downloads.list(task.task_id);
const blob = await errand.downloads.blob(download);
const refused = await errand.submit({ endpoint_name: 'none', input_parameters: {} }).catch((error) => error);
const saving = await errand.downloads.save(task.task_id, 'x').catch((error) => error);
const left = await errand.waitForTask(task.task_id, { signal: AbortSignal.abort('left') }).catch((reason) => reason);
return {
  status: task.status, events: new Set(events).size, size: blob.size - download.size,
  isError: refused instanceof client.ErrandError, refused: [refused.status, refused.code], left, saving: saving.message,
};
`;

/** Defines the tests for the client in a browser: its size, and a page that uses it. */
export function testPage(controlPlane: () => Pick<TestControlPlane, 'url' | 'apiKey'>): void {
  test('is at most 12 KB when gzipped', async () => {
    const { length } = gzipSync(await bundle());
    process.stdout.write(`@errand/client for browsers: ${length} bytes with gzip\n`);
    expect(length).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('runs a task from a page of another origin', async () => {
    await using site = await serve(await bundle());
    await using opened = await openPage();
    const { page } = opened;
    await page.goto(site.url);
    const { url: baseUrl, apiKey } = controlPlane();
    const source = `(async () => {
      const client = await import('/client.js');
      const errand = client.createErrand(${JSON.stringify({ baseUrl, apiKey })});
      ${PROGRAM}
    })()`;
    expect(await page.evaluate(source)).toEqual({
      status: 'success',
      events: 3,
      size: 0,
      isError: true,
      refused: [404, 'endpoint-not-found'],
      left: 'left',
      saving: expect.stringMatching(/use downloads\.blob/),
    });
  });
}

async function bundle(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

async function serve(client: Uint8Array): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(({ url }, response) => {
    if (url === '/client.js') response.setHeader('content-type', 'text/javascript').end(client);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
