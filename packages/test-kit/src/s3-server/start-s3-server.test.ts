import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installS3Server, startS3Server } from './index.ts';
import { S3ServerError } from './s3-server-errors.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-s3-test-'));

beforeAll(() => installS3Server(), 300_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('serves S3, refuses strangers, and leaves no process behind', async () => {
  const server = await startS3Server({ directory });
  const url = `http://${server.endPoint}:${server.port}`;
  expect((await fetch(`${url}/healthcheck`)).status).toBe(200);
  expect((await fetch(`${url}/bucket/key`, { headers: { 'x-amz-date': 'x' } })).ok).toBe(false);
  expect(processesOf(directory)).toHaveLength(4);

  await server[Symbol.asyncDispose]();

  expect(processesOf(directory)).toEqual([]);
  expect(existsSync(join(directory, 'devices'))).toBe(true);
});

test('names a port that is in use', async () => {
  await using occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const address = occupant.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const refused = startS3Server({ directory, port });

  await expect(refused).rejects.toThrow(S3ServerError);
  await expect(refused).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
});

function processesOf(path: string): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes(`${path}/`) && !line.startsWith('Z'));
}
