import { beforeAll, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/get_downloads';

const app = await useTestApp();
let taskId: string;
beforeAll(async () => {
  taskId = await app.submit();
});

async function addFile(file: {
  kind: string;
  filename: string;
  content: string;
  metadata?: object;
}) {
  const { leaseEpoch } = await app.database.prisma.task.findUniqueOrThrow({
    where: { id: taskId },
  });
  const objectKey = `tasks/${taskId}/${file.filename}`;
  const contentType = 'text/plain';
  await app.dependencies.storage.write(objectKey, Buffer.from(file.content), { contentType });
  await app.database.prisma.artifact.create({
    data: {
      taskId,
      leaseEpoch,
      kind: file.kind,
      filename: file.filename,
      contentType,
      size: file.content.length,
      objectKey,
      confirmedAt: new Date(),
      ...(file.metadata ? { metadata: file.metadata } : {}),
    },
  });
}

test('200 with empty lists while there are no files', async () => {
  const { body } = await app.get(`${PATH}?task_id=${taskId}`).expect(200);
  expect(body).toEqual({ success: true, urls: [], downloads: [] });
});

test('200 returns addresses that do not need a key, and omits evidence', async () => {
  await addFile({
    kind: 'download',
    filename: 'a.txt',
    content: 'alpha',
    metadata: { number: '7' },
  });
  await addFile({ kind: 'final_screenshot', filename: 'end.txt', content: 'end' });
  await addFile({ kind: 'evidence', filename: 'evidence.txt', content: 'why' });

  const { body } = await app.get(`${PATH}?task_id=${taskId}`).expect(200);
  expect(body.downloads).toMatchObject([
    { filename: 'a.txt', size: 5, content_type: 'text/plain', metadata: { number: '7' } },
    { filename: 'end.txt', size: 3, metadata: null },
  ]);
  expect(body.urls).toEqual(body.downloads.map(({ url }: { url: string }) => url));
  const { pathname, search } = new URL(body.urls[0]);
  const file = await supertest(app.app).get(`${pathname}${search}`).expect(200);
  expect(file.text).toBe('alpha');
});

test('401 without a key', async () => {
  await supertest(app.app).get(`${PATH}?task_id=${taskId}`).expect(401);
});

test('404 for an unknown task, and for one of another account', async () => {
  const { body } = await app.get(`${PATH}?task_id=none`).expect(404);
  expect(body).toEqual({ detail: 'There is no task "none".' });
  await app.get(`${PATH}?task_id=${taskId}`).set('x-api-key', app.otherApiKey).expect(404);
});

test('410 once the files were deleted because of their age', async () => {
  const data = { deletedFiles: 1, filesDeletedAt: new Date('2026-04-01T03:00:00Z') };
  await app.database.prisma.task.update({ where: { id: taskId }, data });
  const { body, headers } = await app.get(`${PATH}?task_id=${taskId}`).expect(410);
  expect(headers['x-error-code']).toBe('files-deleted');
  expect(body.detail).toMatch(
    /were deleted on 2026-04-01T03:00:00.000Z, .*: submit the task again/,
  );
  const { body: detail } = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(detail.task.files_deleted_at).toBe('2026-04-01T03:00:00.000Z');
});

test('422 without a task id', async () => {
  const { body } = await app.get(PATH).expect(422);
  expect(body.detail).toEqual([
    { loc: ['query', 'task_id'], type: 'required', msg: expect.any(String) },
  ]);
});
