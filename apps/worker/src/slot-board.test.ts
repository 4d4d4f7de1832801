import { createIdleRest } from '@errand/app-runtime/idle-rest';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createSlotBoard } from './slot-board.ts';

test('rests once after each time of work, when no slot works or starts', async () => {
  let rests = 0;
  const rest = createIdleRest(() => (rests += 1), 40);
  const slots = createSlotBoard(() =>
    rest.note({ isIdle: slots.count('starting') + slots.count('busy') === 0 }),
  );
  slots.enter(0, 'starting');
  slots.enter(1, 'idle');
  await spend(120);
  expect(rests).toBe(0);
  slots.enter(0, 'idle');
  await pollUntil('the rest', () => rests === 1);
  // Each unsuccessful claim enters the state again.
  slots.enter(0, 'idle');
  await spend(120);
  expect(rests).toBe(1);
  slots.enter(1, 'busy');
  slots.enter(1, 'idle');
  await pollUntil('the next rest', () => rests === 2);
});

/** A worker's timers do not keep its process alive; this one keeps this process alive. */
async function spend(milliseconds: number): Promise<void> {
  const startedAt = performance.now();
  await pollUntil('the time is over', () => performance.now() - startedAt > milliseconds);
}
