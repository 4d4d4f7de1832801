import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { createScriptSandbox } from './create-script-sandbox.ts';
import { hostileLimits, hostileScripts } from './testing/hostile-scripts.ts';
import { runHostileScript } from './testing/run-hostile-script.ts';
import { watchProcesses } from './testing/watch-processes.ts';

let server: Server;
let port = 0;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.close();
});

const sandbox = createScriptSandbox(hostileLimits);

test.each(hostileScripts)('$name does no harm', async (script) => {
  const { outcome, left, message } = await runHostileScript(sandbox, script, port);
  expect({ outcome, left }).toEqual({ outcome: script.code ?? 'denied', left: 0 });
  expect(message).toMatch(script.reason ?? /^/);
  expect(connections).toBe(0);
});

test('leaves nothing behind when a script is aborted', async () => {
  const script = hostileScripts.find(({ name }) => name === 'ignoring signals');
  const listNew = watchProcesses();
  const stop = new AbortController();
  const job = { gives: ['page'], placeholders: [], callTimeoutMs: 1000 } as const;
  const nothing = { inputParameters: {}, variables: {}, uniqueParameters: {}, state: {} };
  const host = { onPrint: () => stop.abort(new Error('stop')), call: () => Promise.resolve('p1') };
  const source = (script?.source ?? '').replace('while True', 'print(1)\n    while True');
  const running = sandbox.run({ ...job, ...nothing, source }, host, stop.signal);
  await expect(running).rejects.toThrow('stop');
  expect(listNew()).toEqual([]);
});
