import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet, type Fleet, type WorkerProcess } from '../testing/open-fleet.ts';
import { openUploadSite, uploadOf, type UploadSite } from './testing/open-upload-site.ts';

const bill = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
const canary = Buffer.from('canary-of-the-input-file');
const input_files = [
  { name: 'Rechnung März.pdf', content_base64: bill.toString('base64') },
  { name: 'note.txt', content_base64: canary.toString('base64') },
];
const upload = uploadOf(['note.txt', 'Rechnung März.pdf']);

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let site: UploadSite;
let worker: WorkerProcess;
/** Task whose second file in the store was damaged before a worker could claim the task. */
let damaged: string;
beforeAll(async () => {
  fleet = owned.use(await openFleet());
  site = owned.use(await openUploadSite());
  damaged = await run(upload);
  damageSecondFile(damaged);
  worker = owned.use(await fleet.startWorker());
});
beforeEach(() => site.forget());
afterAll(async () => owned.disposeAsync());

const sent = [
  ['note.txt', canary],
  ['Rechnung März.pdf', bill],
];
const run = (nodes: readonly object[]) =>
  fleet.run(nodes, { url: site.url, submission: { input_files } });
const filesOf = async (taskId: string) => {
  const path = `/api/v1/get_downloads?task_id=${taskId}`;
  return (await fleet.controlPlane.call('GET', path)).body as { readonly downloads: object[] };
};
const inputFolders = (directory: string) => globSync('*/inputs/*', { cwd: directory });

test('fails permanently when the storage returns bytes other than those submitted', async () => {
  expect(await fleet.untilEnded(damaged)).toMatchObject({
    status: 'failed',
    retry_count: 0,
    error_class: 'input_file_damaged',
    error: expect.stringMatching(/^The input file "note\.txt" differs from the one submitted: /),
  });
  expect(site.received()).toEqual([]);
});

test("uploads the task's input files to the site, and neither keeps nor logs them", async () => {
  const taskId = await run(upload);
  const ended = await fleet.untilEnded(taskId);
  expect([ended.error, ended.status]).toEqual([null, 'success']);
  expect(site.received()).toEqual(sent);
  expect(await filesOf(taskId)).toMatchObject({ downloads: [] });
  expect(inputFolders(worker.workDirectory)).toEqual([]);
  const logs = [`${worker.workerId}.log`].map((name) => join(fleet.directory, name));
  logs.push(join(fleet.controlPlane.directory, 'control-plane.log'));
  const said = logs.map((log) => readFileSync(log, 'utf8')).join('\n');
  expect(said).toContain(taskId);
  expect(said).not.toMatch(/canary-of|Y2FuYXJ5LW9m|signature=/);
});

test('provides the files again in the attempt after a browser crash', async () => {
  site.forget({ isHolding: true });
  const taskId = await run(upload);
  await pollUntil('the page is requested', site.wasAsked);
  expect(inputFolders(worker.workDirectory)).toHaveLength(1);
  for (const browser of worker.browsers()) process.kill(browser, 'SIGKILL');
  const ended = await fleet.untilEnded(taskId);
  expect([ended.error, ended.status, ended.retry_count]).toEqual([null, 'success', 1]);
  expect(site.received()).toEqual(sent);
});

function damageSecondFile(taskId: string): void {
  const stored = join(fleet.controlPlane.directory, `files/objects/tasks.d/${taskId}.d/inputs.d`);
  const object = join(stored, '2.object');
  const text = readFileSync(object, 'latin1').replace('canary-of', 'CANARY-OF');
  writeFileSync(object, text, 'latin1');
}
