import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fleet } from '../testing/open-fleet.ts';
import { openS3Fleet, type S3Fleet } from '../testing/open-s3-fleet.ts';
import { openUploadSite, uploadOf, type UploadSite } from './testing/open-upload-site.ts';

const input_files = [{ name: 'bill.txt', content_base64: Buffer.from('42').toString('base64') }];
const submission = { input_files };
const nodes = uploadOf(['bill.txt']);

const owned = new AsyncDisposableStack();
let stage: S3Fleet;
let fleet: Fleet;
let site: UploadSite;
beforeAll(async () => {
  stage = owned.use(await openS3Fleet());
  ({ fleet } = stage);
  site = owned.use(await openUploadSite());
});
afterAll(() => owned.disposeAsync());

test("uploads the task's input files from S3 to the site, and stores its pictures in S3", async () => {
  await using _worker = await fleet.startWorker();
  const taskId = await fleet.run(nodes, { url: site.url, submission });
  const { error, status, steps } = await fleet.untilEnded(taskId);
  expect([error, status]).toEqual([null, 'success']);
  expect(site.received()).toEqual([['bill.txt', Buffer.from('42')]]);
  const picture = await fetch(steps[0]?.screenshot_url ?? '');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('a submission gets 503 and leaves no task while the storage does not respond', async () => {
  const parameters = { input_parameters: {}, generated_parameters: {} };
  const automation = { url: site.url, parameters, nodes: [] };
  await fleet.store({ endpoint_name: 'bills', description: 'bills', automation });
  const list = () => fleet.controlPlane.call('GET', '/api/v1/tasks');
  const before = await list();
  stage.proxy.cut();
  const order = { endpoint_name: 'bills', input_parameters: {}, ...submission };
  const answer = await fleet.controlPlane.call('POST', '/api/v1/inference', order);
  stage.proxy.mend();
  const message = expect.stringContaining('cannot reach its files');
  expect(answer).toMatchObject({ status: 503, body: { success: false, message } });
  expect(await list()).toEqual(before);
});
