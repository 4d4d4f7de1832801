import { expect, test } from '@jest/globals';
import { shortRun } from './flags.ts';
import { findFaults, runOverload } from './run-overload.ts';

test('a burst of submissions fails no running task, and accepted tasks are stored', async () => {
  const result = await runOverload(shortRun, () => undefined);
  expect({ ...result, faults: findFaults(result, shortRun) }).toMatchObject({
    accepted: shortRun.submissions,
    stored: shortRun.submissions,
    leasesLost: 0,
    attemptsLost: 0,
    stillRunning: shortRun.running,
    faults: [],
  });
});
