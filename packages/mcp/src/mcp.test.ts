import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packProgram } from '@errand/client/packing';
import { sampleRecordings } from '@errand/sample-site';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { testRecordings } from './testing/test-recordings.ts';

const RESULT = { jsonrpc: '2.0' };
const COMMAND = `${import.meta.dirname}/../../../bin/errand-mcp`;

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let client: Client;
let settings: Record<string, string>;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  const { url, apiKey } = fleet.controlPlane;
  settings = { ERRAND_URL: url, ERRAND_API_KEY: apiKey, MCP_RECORDING_TOOLS: 'true' };
  settings['PATH'] = process.env['PATH'] ?? '';
  for (const recording of sampleRecordings(fleet.site.url)) await fleet.store(recording);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: COMMAND, env: settings }));
  owned.defer(() => client.close());
});
afterAll(async () => owned.disposeAsync());

const call = async (name: string, args: Record<string, unknown>): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
/** Returns the structured result of a call that must succeed. */
async function valueOf(
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { isError, content, structuredContent } = await call(name, args);
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent ?? {};
}
const click = (command: string) => ({
  type: 'action_node',
  interaction_action: { max_tries: 1, click_element: { command } },
});
const inputs = {
  email: 'demo@harbor.example',
  password: ['harbor-demo'],
  order_number: 'HS-10424',
};

describe('without a worker', () => {
  testRecordings({ fleet: () => fleet, client: () => client, call });

  test('lists tools, including one for each recording with its inputs', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_recordings',
      'run_recording',
      'get_task',
      'wait_for_task',
      'why_waiting',
      'cancel_task',
      'list_files',
      'get_file',
      'check_automation',
      'save_automation',
      'open_session',
      'snapshot',
      'try_locator',
      'try_step',
      'close_session',
      'run_order-status',
      'run_place-order',
      'run_verify-code',
    ]);
    const own = tools.find(({ name }) => name === 'run_order-status')?.inputSchema.properties;
    expect(own?.['inputs']).toMatchObject({
      required: ['email', 'password', 'order_number'],
      additionalProperties: false,
    });
    expect(own).toHaveProperty('unique_parameter_names');
  });

  test('explains a wait, ends it in time, and cancels the task', async () => {
    const login = { inputs, unique_parameter_names: ['email'] };
    const { task_id, ...task } = await valueOf('run_order-status', { ...login, wait_seconds: 0 });
    const submitted = await fleet.controlPlane.call('GET', `/api/v1/tasks/${String(task_id)}`);
    expect(submitted.body).toMatchObject({ task: { unique_parameter_names: ['email'] } });
    const live_url = `${settings['ERRAND_URL']}/live/${String(task_id)}`;
    expect(task).toMatchObject({ status: 'queued', endpoint_name: 'order-status', live_url });
    expect(await valueOf('why_waiting', { task_id })).toMatchObject({ reason: 'no_worker' });
    const waited = await valueOf('wait_for_task', { task_id, wait_seconds: 1 });
    expect(waited['status']).toBe('queued');
    await valueOf('cancel_task', { task_id });
    const cancelled = { status: 'cancelled', live_url: null };
    expect(await valueOf('get_task', { task_id })).toMatchObject(cancelled);
  });

  test('returns errors as results that say what to do', async () => {
    const task_id = '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10';
    for (const [name, args, message] of [
      ['get_task', { task_id }, /^404: .*\(task-not-found, request .+\)$/],
      ['run_recording', { name: 'none' }, /endpoint-not-found/],
      ['run_recording', { name: 'order-status', inputs: { email: 'a' } }, /lacks "password"/],
      ['run_order-status', { inputs: { ...inputs, colour: 'red' } }, /colour/],
      ['save_automation', { name: 'bad', automation: { nodes: 7 } }, /422: .*url/],
      ['open_session', { recording: 'order.status' }, /^There is no recording "order.status"/],
      ['open_session', { url: 'about:blank', recording: 'order-status' }, /exactly one/],
      ['try_locator', { session_id: task_id, command: 'a' }, /\(debug-session-not-found,/],
      ['wait_for_task', { task_id, wait_seconds: 1e9 }, /wait_seconds/],
    ] as const) {
      const { isError, content } = await call(name, args);
      expect([name, isError, content[0]]).toEqual([
        name,
        true,
        { type: 'text', text: expect.stringMatching(message) },
      ]);
    }
    await expect(client.readResource({ uri: 'errand://recordings/none' })).rejects.toMatchObject({
      code: -32_002,
      message: expect.stringContaining('There is no recording "none"'),
    });
  });

  test('checks and saves an automation that its schema accepts, and returns warnings', async () => {
    const { contents } = await client.readResource({ uri: 'errand://automation-schema' });
    const schema = JSON.parse((contents[0] as { readonly text: string }).text);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const nodes = [
      {
        type: 'action_node',
        interaction_action: { click_element: { command: 'get_by_text("{none[0]}")' } },
      },
    ];
    const parameters = { input_parameters: {}, generated_parameters: {} };
    const automation = { url: fleet.site.url, parameters, nodes };
    expect(validate(automation)).toBe(true);
    const faulty = { ...automation, nodes: [{ type: 'unknown' }] };
    expect(validate(faulty)).toBe(false);
    expect(await valueOf('check_automation', { automation: faulty })).toMatchObject({
      valid: false,
      errors: [{ path: ['nodes', 0, 'type'] }],
    });
    expect(await valueOf('check_automation', { automation })).toMatchObject({ valid: true });
    const save = { name: 'by-agent', automation };
    const saved = await valueOf('save_automation', save);
    expect(saved).toMatchObject({ version: 1, warnings: [{ rule: 'unknown-name' }] });
    const { content } = await call('save_automation', save);
    expect(JSON.stringify(content)).toMatch(/409: .*version 1 is current/);
    const { version } = await valueOf('save_automation', { ...save, base_version: 1 });
    expect(version).toBe(2);
  });

  test('provides a guide to locators', async () => {
    const { contents } = await client.readResource({ uri: 'errand://locator-guide' });
    expect(contents).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('get_by_role("button", name="Save")'),
      }),
    ]);
  });

  test('writes nothing but the protocol, whatever it reads, and ends with its input', async () => {
    const { ERRAND_API_KEY: _, ...without } = settings;
    const keyless = spawn(COMMAND, { env: without, stdio: ['ignore', 'pipe', 'pipe'] });
    const [nothing, complaint] = await Promise.all([text(keyless.stdout), text(keyless.stderr)]);
    expect(nothing).toBe('');
    expect(complaint).toBe(
      'ERRAND_API_KEY is missing: set it to an API key (npm start prints one).\n',
    );

    const server = spawn(COMMAND, { env: settings, stdio: ['pipe', 'pipe', 'ignore'] });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const listing = { name: 'get_task', arguments: { task_id: 'none' } };
    const failing = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: listing };
    const hostile = ['{', '[]', 'null', '{"jsonrpc":"2.0","id":{},"method":7}', '\u0000'];
    server.stdin.write([...hostile, JSON.stringify(ping), JSON.stringify(failing), ''].join('\n'));
    let printed = '';
    for await (const chunk of server.stdout.setEncoding('utf8')) {
      printed += chunk;
      if (printed.includes('"id":2') && printed.includes('"id":1')) server.stdin.end();
    }
    const lines = printed.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({ ...RESULT, id: 1, result: {} });
    for (const line of lines) expect(JSON.parse(line)).toMatchObject(RESULT);
  });
});

test('is installed from its tarball alone, without a registry', async () => {
  const tarball = packProgram(join(import.meta.dirname, '..'), fleet.directory);
  const bare = { cwd: mkdtempSync(join(fleet.directory, 'bare-')), stderr: 'ignore' } as const;
  const args = ['--offline', '--yes', '--package', tarball, 'errand-mcp'];
  const packed = new Client({ name: 'test', version: '1' });
  const env = { ...settings, HOME: fleet.directory };
  await packed.connect(new StdioClientTransport({ ...bare, command: 'npx', args, env }));
  try {
    expect(packed.getServerVersion()).toMatchObject({ name: 'errand', version: '0.1.0' });
    const listing = await packed.callTool({ name: 'list_recordings', arguments: {} });
    expect(JSON.stringify(listing.structuredContent)).toContain('order-status');
  } finally {
    await packed.close();
  }
});

test('serves callers over HTTP with their own keys', async () => {
  const { ERRAND_API_KEY: key = '', ...others } = settings;
  const variables = { ...others, MCP_TRANSPORT: 'http', MCP_PORT: '0' };
  const server = spawn(COMMAND, { env: variables, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = text(server.stdout);
  try {
    const [line] = (await once(server.stderr, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { readonly url: string };
    const connect = async (apiKey: string): Promise<Client> => {
      const caller = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
      await caller.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
      return caller;
    };
    const caller = await connect(key);
    const listing = await caller.callTool({ name: 'list_recordings', arguments: {} });
    expect(JSON.stringify(listing.structuredContent)).toContain('order-status');
    await caller.close();
    await expect(connect('wrong')).rejects.toThrow(/401/);
  } finally {
    server.kill();
  }
  expect(await printed).toBe('');
});

describe('with a worker', () => {
  beforeAll(async () => {
    owned.use(await fleet.startWorker());
  });

  test('runs a recording with progress, and returns its results and files', async () => {
    const progress: (string | undefined)[] = [];
    const run = {
      name: 'run_recording',
      arguments: { name: 'order-status', inputs, wait_seconds: 120 },
    };
    const { structuredContent } = await client.callTool(run, undefined, {
      onprogress: ({ message }) => progress.push(message),
      timeout: 150_000,
    });
    const task = structuredContent as Record<string, unknown>;
    expect([task['error'], task['status']]).toEqual([null, 'success']);
    expect(JSON.stringify(task['output_data'])).toContain('"order_status":"Shipped"');
    expect(progress).toContain('running');
    expect(progress.some((message) => message?.endsWith(': done'))).toBe(true);

    const { task_id } = task;
    const { files } = await valueOf('list_files', { task_id });
    const names = (files as { readonly filename: string }[]).map(({ filename }) => filename);
    expect(names).toEqual(expect.arrayContaining(['HS-10424.csv', 'final_screenshot.png']));
    const csv = await call('get_file', { task_id, filename: 'HS-10424.csv' });
    expect(csv.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('RP-120') });
    const picture = await call('get_file', { task_id, filename: 'final_screenshot.png' });
    expect(picture.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const missing = await call('get_file', { task_id, filename: 'other.csv' });
    expect(missing.content[0]).toMatchObject({ text: expect.stringContaining('"HS-10424.csv"') });
  });

  test('writes an automation in a debug session, step by step', async () => {
    const url = `${fleet.site.url}/login`;
    const opened = await valueOf('open_session', { url, wait_seconds: 120 });
    expect(opened).toMatchObject({ state: 'ready', page_url: url });
    const { session_id } = opened;
    const page = await call('snapshot', { session_id });
    expect(page.content).toEqual([
      { type: 'text', text: expect.stringContaining('textbox') },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) },
    ]);
    const wrong = 'get_by_role("button", name="No such")';
    expect(await valueOf('try_locator', { session_id, command: wrong })).toMatchObject({
      count: 0,
    });
    const right = 'get_by_role("button", name="Sign in")';
    const found = await valueOf('try_locator', { session_id, command: right });
    expect(found).toMatchObject({ count: 1, matches: [{ role: 'button', is_visible: true }] });
    const failed = await call('try_step', { session_id, node: click(wrong) });
    expect(failed.structuredContent).toMatchObject({
      steps: [{ outcome: 'failed', error_class: 'locator_not_found' }],
      failure: { class: 'locator_not_found' },
    });
    expect(failed.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(JSON.stringify(failed.structuredContent)).not.toContain('data:image');
    const done = await call('try_step', { session_id, node: click(right) });
    expect(done.structuredContent).toMatchObject({ steps: [{ outcome: 'done' }] });
    expect(done.content[1]).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });

    const closed = await valueOf('close_session', { session_id });
    expect(closed).toMatchObject({ state: 'ended', end_reason: 'closed' });
    const over = await call('snapshot', { session_id });
    expect(over.content[0]).toMatchObject({ text: expect.stringContaining('debug-session-ended') });
  });

  test('returns a screenshot of the page on which a task failed', async () => {
    const wrong = { ...inputs, password: ['wrong'] };
    const { task_id, status } = await valueOf('run_recording', {
      name: 'order-status',
      inputs: wrong,
      wait_seconds: 120,
    });
    expect(status).toBe('failed');
    const { content } = await call('get_task', { task_id });
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    const [, picture] = content;
    if (picture?.type !== 'image') throw new Error('There is no screenshot.');
    expect(picture.mimeType).toBe('image/png');
    expect(Buffer.from(picture.data, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });
});
