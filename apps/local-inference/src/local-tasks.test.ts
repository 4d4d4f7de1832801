import { findChromium, pollUntil, startForwardProxy } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { openUploadSite, uploadOf } from '@errand/task-runner/testing/upload-site';
import { startLocalServer, type LocalServer } from './testing/start-local-server.ts';

const proxyLogin = { username: 'errand', password: 'proxysecret' };
const SEED = 'JBSWY3DPEHPK3PXP';

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let server: LocalServer;
let directory: string;
let chromeStarted: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ LEASE_SECONDS: '5' }));
  const proxy = owned.use(await startForwardProxy(proxyLogin));
  directory = mkdtempSync(join(fleet.directory, 'local-'));
  chromeStarted = join(fleet.directory, 'chrome-started');
  const chromePath = join(fleet.directory, 'chrome');
  // Chrome must not be redistributed, so a Chromium that records its start stands in for it.
  writeFileSync(chromePath, `#!/bin/sh\ntouch ${chromeStarted}\nexec ${findChromium()} "$@"\n`);
  chmodSync(chromePath, 0o755);
  server = owned.use(
    await startLocalServer(
      { fleet, directory },
      {
        PROXY_URL: proxy.url,
        PROXY_USERNAME: proxyLogin.username,
        PROXY_PASSWORD: proxyLogin.password,
        CHROME_PATH: chromePath,
      },
    ),
  );
});
afterAll(async () => owned.disposeAsync());

let recordings = 0;

async function submit(nodes: readonly object[], more: { automation?: object; task?: object } = {}) {
  recordings += 1;
  const name = `local-${recordings}`;
  const automation = {
    url: `${fleet.site.url}/login`,
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: nodes.map((node) => ({ type: 'action_node', end_sleep_time: 0, ...node })),
    take_final_screenshot: false,
    ...more.automation,
  };
  await fleet.store({ endpoint_name: name, description: name, automation });
  const submission = { endpoint_name: name, input_parameters: {}, ...more.task };
  const { status, body } = await server.post('/inference', submission);
  expect([status, body]).toEqual([202, expect.objectContaining({ success: true })]);
  return body.task_id as string;
}

test('opens Chrome for a task that requests it, and Chromium for the next one', async () => {
  const inChrome = await submit([], { automation: { browser_channel: 'chrome' } });
  expect(await fleet.untilEnded(inChrome)).toMatchObject({ status: 'success', error: null });
  expect(existsSync(chromeStarted)).toBe(true);
  expect((await fleet.untilEnded(await submit([]))).status).toBe('success');
});

test('runs a task behind its proxy', async () => {
  const task = await fleet.untilEnded(await submit([], { task: { use_proxy: true } }));
  expect([task.status, task.error]).toEqual(['success', null]);
});

test('uploads the input files of a task to the site', async () => {
  await using site = await openUploadSite();
  const note = Buffer.from('a note');
  const input_files = [{ name: 'note.txt', content_base64: note.toString('base64') }];
  const nodes = uploadOf(['note.txt']);
  const id = await submit(nodes, { automation: { url: site.url }, task: { input_files } });
  expect(await fleet.untilEnded(id)).toMatchObject({ error: null, status: 'success' });
  expect(site.received()).toEqual([['note.txt', note]]);
});

test('waits for a person, who enters a value', async () => {
  const wait = { human_in_loop_action: { max_wait_time: 60 } };
  const fill = {
    interaction_action: {
      input_text: { command: 'get_by_label("Email")', input_text: '{code[0]}' },
    },
  };
  const parameters = { input_parameters: {}, generated_parameters: { code: [] } };
  const id = await submit([wait, fill], { automation: { parameters } });
  await pollUntil(
    'it waits',
    async () => (await fleet.detailOf(id)).waiting_for_human ?? undefined,
    { deadlineMs: 30_000 },
  );
  const given = { variables: { code: ['1234'] } };
  const resumed = await fleet.controlPlane.call('POST', `/api/v1/tasks/${id}/resume`, given);
  expect(resumed).toMatchObject({ status: 200 });
  expect((await fleet.untilEnded(id)).status).toBe('success');
});

test('types a secret without writing it to its disk or log', async () => {
  const read = {
    extraction_action: {
      locator: { command: 'get_by_label("Email")', extraction_format: { typed: 'str' } },
    },
  };
  const fill = {
    interaction_action: {
      input_text: { command: 'get_by_label("Email")', input_text: '{code[0]}' },
    },
  };
  const parameters = {
    input_parameters: {},
    generated_parameters: {},
    secure_parameters: { code: [] },
  };
  const wait = { sleep_action: { sleep_time: 1 } };
  const secure = { code: [{ totp: { totp_secret: SEED } }] };
  const id = await submit([fill, read, wait], {
    automation: { parameters },
    task: { secure_parameters: secure },
  });
  await fleet.untilStatus(id, 'running');
  expect(execFileSync('ls', [join(directory, 'tasks')], { encoding: 'utf8' })).toContain(id);
  expect(filesWith(SEED)).toEqual([]);
  const { status, error, output_data: output } = await fleet.untilEnded(id);
  expect([status, error, output?.[0]?.json_data]).toEqual([
    'success',
    null,
    { node2_output: '[redacted]' },
  ]);
  const log = readFileSync(join(fleet.directory, 'local-inference.log'), 'utf8');
  expect(log).not.toContain(SEED);
});

/** Returns the names of the server's files that contain the text. */
function filesWith(text: string): string[] {
  // grep exits with 1 when it finds nothing.
  const found = execFileSync('sh', ['-c', 'grep -rl -- "$1" "$2" || true', 'sh', text, directory], {
    encoding: 'utf8',
  });
  return found.split('\n').filter(Boolean);
}
