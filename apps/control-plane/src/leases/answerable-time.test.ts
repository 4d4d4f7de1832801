import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createAnswerableTime } from './answerable-time.ts';

const LEASE_MS = 9_000;
/** Longest gap between two pulses that does not count as an outage. */
const STEP_MS = 1_500;

const answer = async (): Promise<void> => undefined;

/** A clock that the test advances, with a running pulse. */
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
    await pollUntil('the pulse is recorded', () => pulses > seen);
  };
  await next();
  return {
    time,
    next,
    advance: (ms: number) => (now += ms),
    /** Advances the clock while every pulse succeeds. */
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

test('does not count time before its start as answerable', async () => {
  await using clock = await openTime();
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});

test('allows for a stall before the next pulse, and for one lease time after it', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  clock.advance(6_000);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(5_500);
  await clock.next();
  // Waiting heartbeats get one more second (SETTLE_MS).
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(6_500);
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(6_500);
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});

test('counts a slow heartbeat once, although the pulse was slow too', async () => {
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

test('allows at most one lease time for heartbeats that are always slow', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  for (let round = 0; round < 8; round += 1) {
    const held = Promise.withResolvers<void>();
    const heartbeat = clock.time.measure(() => held.promise);
    await clock.pass(1_500);
    held.resolve();
    await heartbeat;
  }
  expect(clock.time.pardonFor(LEASE_MS)).toBe(LEASE_MS);
});

test('starts counting again when the database is back', async () => {
  await using clock = await openTime();
  await clock.pass(10_500);
  let failures = 0;
  clock.setProbe(async () => {
    failures += 1;
    throw new Error('the database is away');
  });
  await pollUntil('the pulse has stopped', () => failures > 0);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  clock.setProbe(answer);
  await clock.next();
  await clock.pass(7_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBeUndefined();
  await clock.pass(1_500);
  expect(clock.time.pardonFor(LEASE_MS)).toBe(0);
});
