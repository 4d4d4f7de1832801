import { createTicketSigner, parseSigningKeys, parseVerifyingKeys } from '@errand/stream-ticket';
import { expect, test } from '@jest/globals';
import { refuseAdmin, refuseTool } from '../testing/run-commands.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

test('creates keys for viewer tickets, without a database', async () => {
  const made = await makeStreamKeys('winter');
  const signing = parseSigningKeys(made['STREAM_SIGNING_KEYS'] ?? '');
  expect(signing).toMatchObject([{ id: 'winter' }]);
  expect(createTicketSigner({ keys: signing })).toBeDefined();
  expect(parseVerifyingKeys(made['STREAM_VERIFYING_KEYS'] ?? '')).toMatchObject([{ id: 'winter' }]);
  expect(await makeStreamKeys()).toMatchObject({
    STREAM_SIGNING_KEYS: expect.stringMatching(/^2\d{3}-/),
  });
  await expect(makeStreamKeys('a b')).rejects.toThrow(UsageError);
  await expect(makeStreamKeys('a', 'b')).rejects.toThrow(/an unexpected argument/);
});

async function makeStreamKeys(...args: string[]): Promise<Record<string, string>> {
  const tools = { openStores: refuseTool, migrate: refuseTool, openAdmin: refuseAdmin };
  return { ...(await runCommand(['stream-keys', 'create', ...args], tools)) };
}
