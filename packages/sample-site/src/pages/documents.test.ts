import { expect, test } from '@jest/globals';
import { openTestSite } from '../test-client.ts';

test('shows the name and size of an upload', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  const answer = await client
    .post('/documents')
    .field('region', 'Baltic Sea')
    .attach('file', Buffer.from('twelve bytes'), '<i>plan.txt');
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/file-name">\s*&lt;i&gt;plan[^]*file-size">12<[^]*Baltic Sea/);
});

test('asks for a file when none was sent', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.post('/documents').field('region', 'x')).toMatchObject({
    status: 422,
    text: expect.stringMatching(/Choose a file first/),
  });
  expect(await client.post('/documents').type('multipart/form-data').send('junk')).toMatchObject({
    status: 422,
  });
});

test('keeps awkward file names unchanged', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/files/odd-name')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/"\.\.\/\.\.\/archive\.csv"/) },
  });
  expect(await client.get('/files/long-name')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/filename\*=UTF-8''/) },
  });
});

test('sends the large file in one part and the slow file in two parts', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/files/large.bin')).toMatchObject({
    headers: { 'content-length': String(8 * 1024 * 1024) },
  });
  const slow = await client.get('/files/slow.txt?delay=20').expect(200);
  expect(slow.text).toBe('first half\nsecond half\n');
});
