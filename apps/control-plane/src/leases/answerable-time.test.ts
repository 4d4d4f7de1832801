import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createAnswerableTime } from './answerable-time.ts';

const LEASE_MS = 9_000;
/** Two pulses may be so far apart. */
const STEP_MS = 1_500;

const answer = async (): Promise<void> => undefined;

/** A clock that the test advances, and a pulse that it triggers. */
async function openTime() {
  let now = 1_000_000;
  let pulses = 0;
  let probe = answer;
  const time = createAnswerableTime(() => now);
  const abort = new AbortController();
  const running = time.run(async () => {
    await probe();
    pulses += 1;
  }, abort.signal);
  const next = async () => {
    const seen = pulses;
    await pollUntil('the pulse is taken', () => pulses > seen);
  };
  await next();
  return {
    time,
    next,
    advance: (ms: number) => (now += ms),
    /** Time passes, in which each pulse is answered. */
    async pass(ms: number) {
      for (let gone = 0; gone < ms; gone += STEP_MS) {
        now += STEP_MS;
        await next();
      }
    },
    setProbe: (changed: typeof probe) => (probe = changed),
    async [Symbol.asyncDispose]() {
      abort.abort();
      await running;
    },
  };
}

test('counts no time before the start', async () => {
  await using clock = await openTime();
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});

test('pardons the time in which the process stood still, before its pulse says so and until it is long over', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  clock.advance(6_000);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(5_500);
  await clock.next();
  // Whoever was waiting has another second.
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(6_500);
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(6_500);
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});

test('pardons the wait of one heartbeat once, though the pulse waited, too', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  const held = Promise.withResolvers<void>();
  const heartbeat = clock.time.measure(() => held.promise);
  clock.setProbe(() => held.promise);
  clock.advance(4_000);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(4_000);
  clock.setProbe(answer);
  held.resolve();
  await heartbeat;
  await clock.next();
  await clock.pass(3_000);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(5_000);
});

test('counts afresh when the database is back', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  let failures = 0;
  clock.setProbe(async () => {
    failures += 1;
    throw new Error('the database is away');
  });
  await pollUntil('the pulse is gone', () => failures > 0);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  clock.setProbe(answer);
  await clock.next();
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});
