import { expect, test } from '@jest/globals';
import { pollUntil } from './poll-until.ts';

test('returns the first value that is not undefined or false', async () => {
  const values = [undefined, false, 0, 1] as const;
  let calls = 0;
  expect(await pollUntil('there is a value', () => values[calls++])).toBe(0);
  expect(calls).toBe(3);
});

test('probes less often the longer it waits, and names what never arrived', async () => {
  let looks = 0;
  const waiting = pollUntil('it comes', () => void (looks += 1), { deadlineMs: 1_500 });
  await expect(waiting).rejects.toThrow('Waited 1500 ms, but this did not happen: it comes.');
  // A constant interval would need 60.
  expect(looks).toBeLessThan(40);
});
