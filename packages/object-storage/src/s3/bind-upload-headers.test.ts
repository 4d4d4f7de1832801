import { expect, test } from '@jest/globals';
import { Client } from 'minio';
import { bindUploadHeaders } from './bind-upload-headers.ts';

const secretKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const signedAt = new Date('2013-05-24T00:00:00Z');

async function presign(): Promise<string> {
  const client = new Client({
    endPoint: 'storage.example.com',
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey,
  });
  return client.presignedUrl('PUT', 'bucket', "a/ü (it's).txt", 60, {}, signedAt);
}

test('produces the same signature as the client when there is nothing to bind', async () => {
  const url = await presign();

  const bound = bindUploadHeaders(url, { headers: {}, secretKey });

  expect(signatureOf(bound)).toBe(signatureOf(url));
});

test('names the headers it binds, and depends on their values', async () => {
  const url = await presign();
  const headers = { 'content-type': 'text/plain', 'content-length': '5' };

  const bound = bindUploadHeaders(url, { headers, secretKey });
  const longer = { ...headers, 'content-length': '6' };
  const other = bindUploadHeaders(url, { headers: longer, secretKey });

  const { pathname, searchParams } = new URL(bound);
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  expect(pathname).toBe(new URL(url).pathname);
  expect(signatureOf(bound)).not.toBe(signatureOf(other));
});

function signatureOf(url: string): string | null {
  return new URL(url).searchParams.get('X-Amz-Signature');
}
