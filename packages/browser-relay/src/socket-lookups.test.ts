import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createKernelLookup } from './kernel-lookup.ts';
import { createTableLookup } from './table-lookup.ts';
import type { LoopbackEnd } from './socket-record.ts';
import { openLoopbackConnection } from './testing/loopback-connection.ts';

const ESTABLISHED = 1;
const lookups = [
  ['the kernel', createKernelLookup],
  ['the table', createTableLookup],
] as const;

test.each(lookups)('%s finds the state and user of one end', async (_, createLookup) => {
  const lookUp = createLookup();
  await using connection = await openLoopbackConnection();
  const { localPort = 0, remotePort = 0 } = connection.accepted;
  const own = { state: ESTABLISHED, userId: process.getuid?.() };
  expect(await lookUp({ from: remotePort, to: localPort })).toEqual(own);
  expect(await lookUp({ from: localPort, to: remotePort })).toEqual(own);
});

test.each(lookups)('%s does not find a missing end', async (_, createLookup) => {
  const lookUp = createLookup();
  await using connection = await openLoopbackConnection();
  const { localPort = 0, remotePort = 0 } = connection.accepted;
  const ends: LoopbackEnd[] = [
    { from: remotePort, to: 1 },
    { from: 1, to: localPort },
    // A listener uses this port.
    { from: localPort, to: 1 },
  ];
  for (const end of ends) expect([end, await lookUp(end)]).toEqual([end, undefined]);
});

test.each(lookups)('%s does not report a closed end as open', async (_, createLookup) => {
  const lookUp = createLookup();
  await using connection = await openLoopbackConnection();
  const { localPort = 0, remotePort = 0 } = connection.accepted;
  const ends = { from: remotePort, to: localPort };
  expect(await lookUp(ends)).toMatchObject({ state: ESTABLISHED });
  connection.client.destroy();
  await once(connection.client, 'close');
  const found = await lookUp(ends);
  expect(found?.state).not.toBe(ESTABLISHED);
});
