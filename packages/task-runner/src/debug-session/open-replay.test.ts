import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { openReplay } from './open-replay.ts';

const MIB = 1024 ** 2;
const { signal } = new AbortController();
const session = { seal: () => undefined };

test.each(['with', 'without'])('refuses a trace above 64 MiB %s its length', async (declared) => {
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  await using storage = await listen((_request, response) => {
    if (declared === 'with') response.setHeader('content-length', 65 * MIB);
    for (let sent = 0; sent < 65; sent += 1) response.write(Buffer.alloc(MIB));
    response.end();
  }, place);
  const opening = openReplay({ trace_url: storage.url }, { session, signal });
  await expect(opening).rejects.toThrow('The trace cannot be replayed: it has more than 64 MiB.');
});

test('names the status of a storage that has no trace', async () => {
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  await using storage = await listen((_request, response) => {
    response.writeHead(403).end();
  }, place);
  const opening = openReplay({ trace_url: storage.url }, { session, signal });
  await expect(opening).rejects.toThrow('the storage responded with 403');
});

test('refuses a trace with style sheets only, which every trace contains', async () => {
  const line = JSON.stringify({
    snapshot: {
      request: { method: 'GET', url: 'https://portal.example/style.css' },
      response: {
        status: 200,
        headers: [{ name: 'Content-Type', value: 'text/css; charset=utf-8' }],
        content: { _file: 'resources/style.css' },
      },
    },
  });
  const zip = zipSync({ 'trace.network': strToU8(line), 'resources/style.css': strToU8('a {}') });
  const place = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  await using storage = await listen((_request, response) => {
    response.end(zip);
  }, place);
  const opening = openReplay({ trace_url: storage.url }, { session, signal });
  await expect(opening).rejects.toThrow('The trace has no responses to replay');
});
