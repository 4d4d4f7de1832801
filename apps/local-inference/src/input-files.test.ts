import { openFleet } from '@errand/task-runner/testing';
import { openUploadSite, uploadOf } from '@errand/task-runner/testing/upload-site';
import { expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalServer } from './testing/start-local-server.ts';

const note = Buffer.from('a note');
const input_files = [{ name: 'note.txt', content_base64: note.toString('base64') }];

test('uploads the input files of a task to the site', async () => {
  await using fleet = await openFleet();
  await using site = await openUploadSite();
  const directory = mkdtempSync(join(fleet.directory, 'local-'));
  await using server = await startLocalServer({ fleet, directory });
  const automation = {
    url: site.url,
    parameters: { input_parameters: {}, generated_parameters: {} },
    nodes: uploadOf(['note.txt']).map((node) => ({ type: 'action_node', ...node })),
  };
  await fleet.store({ endpoint_name: 'local', description: 'local', automation });
  const submission = { endpoint_name: 'local', input_parameters: {}, input_files };
  const { status, body } = await server.post('/inference', submission);
  expect([status, body.success]).toEqual([202, true]);
  expect(await fleet.untilEnded(body.task_id)).toMatchObject({ error: null, status: 'success' });
  expect(site.received()).toEqual([['note.txt', note]]);
});
