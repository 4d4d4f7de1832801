import { listen } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openFleet, type Fleet } from '../testing/open-fleet.ts';
import { startLocalServer } from '../testing/start-local-server.ts';

const page = `<!doctype html><meta charset=utf-8><form method=post enctype=multipart/form-data>
  <label>Bills <input type=file name=file multiple></label><button>Send</button></form>`;
const bill = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
const canary = Buffer.from('canary-of-the-input-file');
const input_files = [
  { name: 'Rechnung März.pdf', content_base64: bill.toString('base64') },
  { name: 'note.txt', content_base64: canary.toString('base64') },
];
const upload = [
  {
    interaction_action: {
      upload_file: {
        command: 'get_by_label("Bills")',
        files: [{ input_file: 'note.txt' }, { input_file: 'Rechnung März.pdf' }],
      },
    },
  },
  { interaction_action: { click_element: { command: 'get_by_role("button", name="Send")' } } },
];

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let site: string;
/** Names and contents that the site got. */
let received: [string, Buffer][] = [];
let wasAsked = false;
/** Whether the first request for the page gets no answer. */
let isHolding = false;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  site = owned.use(await listen((...sent) => void serve(...sent), options)).url;
});
beforeEach(() => {
  received = [];
  wasAsked = false;
  isHolding = false;
});
afterAll(async () => owned.disposeAsync());

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') received = await readFiles(request);
  const isFirst = !wasAsked;
  wasAsked = true;
  // The browser ends while it waits for the page.
  if (isHolding && isFirst) return;
  response.setHeader('content-type', 'text/html').end(page);
}

async function readFiles(request: IncomingMessage): Promise<[string, Buffer][]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(await buffer(request), { headers }).formData();
  const files = form.getAll('file').filter((file) => typeof file !== 'string');
  return Promise.all(
    files.map(async (file): Promise<[string, Buffer]> => {
      return [file.name, Buffer.from(await file.arrayBuffer())];
    }),
  );
}

const sent = [
  ['note.txt', canary],
  ['Rechnung März.pdf', bill],
];
const run = (nodes: readonly object[]) =>
  fleet.run(nodes, { url: site, submission: { input_files } });
const filesOf = async (taskId: string) => {
  const path = `/api/v1/get_downloads?task_id=${taskId}`;
  return (await fleet.controlPlane.call('GET', path)).body as { readonly downloads: object[] };
};
const inputFolders = (directory: string) => globSync('*/inputs/*', { cwd: directory });

test('gives the site what came with the task, keeps nothing of it, and says nothing of it', async () => {
  await using worker = await fleet.startWorker();
  const taskId = await run(upload);
  const ended = await fleet.untilEnded(taskId);
  expect([ended.error, ended.status]).toEqual([null, 'success']);
  expect(received).toEqual(sent);
  expect(await filesOf(taskId)).toMatchObject({ downloads: [] });
  expect(inputFolders(worker.workDirectory)).toEqual([]);
  const logs = [`${worker.workerId}.log`].map((name) => join(fleet.directory, name));
  logs.push(join(fleet.controlPlane.directory, 'control-plane.log'));
  const said = logs.map((log) => readFileSync(log, 'utf8')).join('\n');
  expect(said).toContain(taskId);
  expect(said).not.toMatch(/canary-of|Y2FuYXJ5LW9m|signature=/);
});

test('has the files again in the attempt after a crash of the browser', async () => {
  await using worker = await fleet.startWorker();
  isHolding = true;
  const taskId = await run(upload);
  await pollUntil('the page is asked for', () => wasAsked, { deadlineMs: 30_000 });
  expect(inputFolders(worker.workDirectory)).toHaveLength(1);
  for (const browser of worker.browsers()) process.kill(browser, 'SIGKILL');
  const ended = await fleet.untilEnded(taskId);
  expect([ended.error, ended.status, ended.retry_count]).toEqual([null, 'success', 1]);
  expect(received).toEqual(sent);
});

test('fails for good when the storage gives other bytes than were submitted', async () => {
  const taskId = await run(upload);
  const stored = join(fleet.controlPlane.directory, `files/objects/tasks.d/${taskId}.d/inputs.d`);
  const object = join(stored, '2.object');
  const text = readFileSync(object, 'latin1').replace('canary-of', 'CANARY-OF');
  writeFileSync(object, text, 'latin1');
  await using _worker = await fleet.startWorker();
  expect(await fleet.untilEnded(taskId)).toMatchObject({
    status: 'failed',
    retry_count: 0,
    error_class: 'input_file_damaged',
    error: expect.stringMatching(/^The input file "note\.txt" is not as it was submitted: /),
  });
  expect(received).toEqual([]);
});

test('runs a task with files on a local inference server', async () => {
  const directory = mkdtempSync(join(fleet.directory, 'local-'));
  await using server = await startLocalServer({ fleet, directory });
  const automation = {
    url: site,
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: upload.map((node) => ({ type: 'action_node', ...node })),
  };
  await fleet.store({ endpoint_name: 'local', description: 'local', automation });
  const submission = { endpoint_name: 'local', input_parameters: {}, input_files };
  const { status, body } = await server.post('/inference', submission);
  expect([status, body.success]).toEqual([202, true]);
  expect(await fleet.untilEnded(body.task_id)).toMatchObject({ error: null, status: 'success' });
  expect(received).toEqual(sent);
});
