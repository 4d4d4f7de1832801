import { expect, test } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFleet } from '../testing/open-fleet.ts';

test('keeps the lease of a task that blocks the main thread for much longer than the lease', async () => {
  await using fleet = await openFleet({ LEASE_SECONDS: '6' });
  const handlers = mkdtempSync(join(fleet.directory, 'handlers-'));
  const source = `export const handlers = { block: async ({ ms }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
    return 'unblocked';
  } };`;
  writeFileSync(join(handlers, 'block.mjs'), source);
  await using _worker = await fleet.startWorker({ PRIVATE_HANDLERS_DIRECTORY: handlers });
  const block = { type: 'private_node', handler: 'block', inputs: { ms: '20000' } };
  const task = await fleet.run([{ ...block, output_variable_names: ['answer'] }]);
  const { status, error, attempts, output_data } = await fleet.untilEnded(task);
  expect([status, error, attempts.length]).toEqual(['success', null, 1]);
  expect(output_data).toMatchObject([{ json_data: { answer: 'unblocked' } }]);
});
