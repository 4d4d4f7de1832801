import { expect, test } from '@jest/globals';
import { createAlarm } from './alarm.ts';

const LONG_MS = 600_000;

test('ends the current pause on a ring', async () => {
  const alarm = createAlarm();
  const pause = alarm.sleep(LONG_MS);
  alarm.ring();
  await expect(pause).resolves.toBeUndefined();
});

test('ends only the next pause after a ring between pauses', async () => {
  const alarm = createAlarm();
  alarm.ring();
  alarm.ring();
  await alarm.sleep(LONG_MS);
  const next = alarm.sleep(LONG_MS);
  await expect(Promise.race([next, Promise.resolve('goes on')])).resolves.toBe('goes on');
  alarm.ring();
  await next;
});
