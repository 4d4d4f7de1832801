import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { openBrowser, pollUntil, startControlPlane } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const BLOCK = /^```js run\n(?<code>[^]*?)^```$/gm;

/** The blocks of a documentation page that readers run in a browser. */
const blocksOf = (page: string): string[] =>
  [...readFileSync(join(DOCS, page), 'utf8').matchAll(BLOCK)].map(
    ({ groups }) => groups?.['code'] ?? '',
  );

test('the example in Python accepts genuine callbacks only', () => {
  const page = readFileSync(join(DOCS, 'webhooks.md'), 'utf8');
  const [, code = ''] = /^```python run\n([^]*?)^```$/m.exec(page) ?? [];
  const secrets = ['old', 'new'].map((name) => `whsec_${Buffer.from(name).toString('base64')}`);
  const body = '{"status":"success","error":"Zähler"}';
  const isGenuine = (sentAt: Date, received: string, signer = secrets[1] ?? '') => {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(signer).sign('msg_1', sentAt, body)}`,
    };
    const call = `import json, sys
headers, body, secrets = json.load(sys.stdin)
print(is_genuine(headers, body.encode(), secrets))`;
    const input = JSON.stringify([headers, received, secrets]);
    return execFileSync('python3', ['-c', `${code}\n${call}`], { input, encoding: 'utf8' }).trim();
  };
  const now = new Date();
  expect(isGenuine(now, body)).toBe('True');
  expect(isGenuine(now, body, 'whsec_b3RoZXI=')).toBe('False');
  expect(isGenuine(now, body.replace('success', 'failed'))).toBe('False');
  expect(isGenuine(new Date(now.getTime() - 400_000), body)).toBe('False');
});

test('the examples for browsers sign in and out, and follow the tasks of the account', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, apiKey, call } = stack.use(await startControlPlane());
  await call('POST', '/api/v1/update_example', {
    endpoint_name: 'order',
    automation: orderAutomation,
  });
  const { page } = stack.use(await stack.use(await openBrowser()).openPage());
  // The examples are for pages of the reader's own.
  await page.setBypassCSP(true);
  await page.goto(`${url}/console/`);
  const run = (code: string) =>
    page.evaluate(`(async () => { ${code.replaceAll('http://127.0.0.1:8080', url)} })()`);
  const key = JSON.stringify(apiKey);

  const [signIn = ''] = blocksOf('keys.md');
  const statuses = await run(`const typedKey = ${key};
    const statuses = [];
    const fetch = async (...request) => {
      const response = await self.fetch(...request);
      statuses.push(response.status);
      return response;
    };
    ${signIn}
    return statuses;`);
  expect(statuses).toEqual([201, 200, 200, 200]);

  const [sameOrigin = '', otherOrigin = ''] = blocksOf('dashboard.md');
  const signedIn = `await fetch('/api/v1/session', { method: 'POST', headers: { 'x-api-key': ${key} } });`;
  for (const [code, given] of [
    [sameOrigin, signedIn],
    [otherOrigin, `const key = ${key};`],
  ] as const) {
    // Then a proxy without a server behind it, a connection that fails, and the server.
    let count = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/events')) count += 1;
      if (count === 1) void request.respond({ status: 503 });
      else void (count === 2 ? request.abort() : request.continue());
    });
    await run(`self.resets = 0;
      self.shown = [];
      const readLists = () => { self.resets += 1; };
      const showTask = (task) => self.shown.push(task.task_id);
      ${given}
      ${code}`);
    await pollUntil('the page reads its lists', () => page.evaluate('self.resets === 1'));
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
    expect(count).toBeGreaterThan(2);
    const { body } = await call('POST', '/api/v1/inference', orderSubmission);
    const { task_id: taskId } = body as { readonly task_id: string };
    await pollUntil('the page shows the task', () =>
      page.evaluate(`self.shown.includes('${taskId}')`),
    );
  }
});
