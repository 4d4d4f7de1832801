import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ControlPlaneClient, HeartbeatAnswer, Lease } from './control-plane-client.ts';
import { DatabaseAwayError } from './control-plane-errors.ts';
import { createLeaseKeeper, type LeaseKeeper } from './lease-keeper.ts';
import { WarmSessions } from './warm-sessions.ts';

type Heartbeat = ControlPlaneClient['heartbeat'];

const FIRST_EXPIRY = '2026-03-02T09:15:00.000Z';

const logger = createLogger({ name: 'test', level: 'error' });

test('renews every lease in one call, several times within the lease time', async () => {
  const calls: number[] = [];
  await using keeper = keepLeases(async ({ leases }) => {
    calls.push(leases.length);
    return answer(leases.map(held));
  });
  using first = keeper.hold(lease('a', 0.3));
  using second = keeper.hold(lease('b', 0.3));
  await pollUntil('six heartbeats are sent', () => calls.length >= 6);
  expect(calls).toEqual(calls.map(() => 2));
  expect([first.lost.aborted, second.lost.aborted]).toEqual([false, false]);
});

test("reports a task's model usage until it is acknowledged, and again when it grows", async () => {
  const told: (number | undefined)[] = [];
  await using keeper = keepLeases(async ({ leases }) => {
    told.push(leases[0]?.model_usage?.calls);
    if (told.length === 2) throw new Error('Nobody heard it.');
    return answer(leases.map(held));
  });
  using entry = keeper.hold(lease('a', 2));
  const ring = async (calls: number | undefined, count: number) => {
    const counts = { calls: calls ?? 0, input_tokens: 1, output_tokens: 1, cost_usd: null };
    entry.followUsage(() => (calls === undefined ? undefined : { ...counts, models: [] }));
    keeper.ring();
    await pollUntil(`${count} heartbeats are sent`, () => told.length >= count);
  };
  await ring(undefined, 1);
  await ring(2, 2);
  await ring(2, 3);
  await ring(2, 4);
  await ring(3, 5);
  expect(told.slice(0, 5)).toEqual([undefined, 2, 2, undefined, 3]);
});

test('renews a lease when a third of it is not a whole number of milliseconds', async () => {
  let calls = 0;
  await using keeper = keepLeases(async ({ leases }) => {
    calls += 1;
    return answer(leases.map(held));
  });
  using entry = keeper.hold(lease('a', 0.5));
  await pollUntil('it is renewed', () => calls >= 4);
  expect(entry.lost.aborted).toBe(false);
});

test('fires lost when the control plane says so', async () => {
  await using keeper = keepLeases(async ({ leases }) =>
    answer(leases.map((key) => ({ ...held(key), state: 'lost' as const, expires_at: null }))),
  );
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the lease is lost', () => entry.lost.aborted);
  expect(entry.lost.reason).toMatchObject({ code: 'lease-lost' });
});

test('does not mistake the end that it reported for a lost lease', async () => {
  let calls = 0;
  await using keeper = keepLeases(async ({ leases }) => {
    calls += 1;
    return answer(leases.map((key) => ({ ...held(key), state: 'lost', expires_at: null })));
  });
  using entry = keeper.hold(lease('a', 6));
  entry.beginEnd();
  keeper.ring();
  await pollUntil('a heartbeat gets a response', () => calls > 0);
  keeper.ring();
  await pollUntil('another one gets a response', () => calls > 1);
  expect(entry.lost.aborted).toBe(false);
});

test.each([
  ['no heartbeat gets a response', () => Promise.reject(new Error('connection refused'))],
  [
    'every response has the old expiry',
    async ({ leases }: Parameters<Heartbeat>[0]) =>
      answer(leases.map((key) => ({ ...held(key), expires_at: FIRST_EXPIRY }))),
  ],
])('fires lost by itself when, for the lease time, %s', async (_case, heartbeat) => {
  await using keeper = keepLeases(heartbeat);
  const startedAt = performance.now();
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the lease is lost', () => entry.lost.aborted);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
});

test('retries sooner after silence, so that a lease survives a restart of the control plane', async () => {
  let calls = 0;
  await using keeper = keepLeases(async ({ leases }) => {
    calls += 1;
    // More than the lease allows at the usual interval.
    if (calls <= 4) throw new Error('connection refused');
    return answer(leases.map(held));
  });
  using entry = keeper.hold(lease('a', 3));
  await pollUntil('the control plane has responded', () => calls > 4);
  expect(entry.lost.aborted).toBe(false);
});

test('fires cancelled, and keeps the lease so that the end can be reported', async () => {
  await using keeper = keepLeases(async ({ leases }) =>
    answer(leases.map((key) => ({ ...held(key), cancel_requested: true }))),
  );
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the cancellation arrives', () => entry.cancelled.aborted);
  expect(entry.cancelled.reason).toMatchObject({ code: 'cancelled' });
  expect(entry.lost.aborted).toBe(false);
});

test('sends nothing for a disposed lease', async () => {
  const renewed: string[] = [];
  await using keeper = keepLeases(async ({ leases }) => {
    renewed.push(...leases.map(({ task_id }) => task_id));
    return answer(leases.map(held));
  });
  const gone = keeper.hold(lease('gone', 0.15));
  gone[Symbol.dispose]();
  using entry = keeper.hold(lease('kept', 0.15));
  await pollUntil('the other one is renewed', () => renewed.length >= 2);
  expect(new Set(renewed)).toEqual(new Set(['kept']));
  expect(entry.lost.aborted).toBe(false);
});

test('sends a heartbeat as soon as the bell rings, even during another one', async () => {
  let calls = 0;
  const first = Promise.withResolvers<void>();
  await using keeper = keepLeases(async ({ leases }) => {
    calls += 1;
    if (calls === 1) await first.promise;
    return answer(leases.map(held));
  });
  using entry = keeper.hold(lease('a', 180));
  keeper.ring();
  await pollUntil('the first one is sent', () => calls === 1);
  keeper.ring();
  first.resolve();
  await pollUntil('the second one is sent', () => calls === 2);
  expect(entry.lost.aborted).toBe(false);
});

test('keeps its interval while leases are added and removed', async () => {
  let calls = 0;
  await using keeper = keepLeases(async ({ leases }) => {
    calls += 1;
    return answer(leases.map(held));
  });
  using entry = keeper.hold(lease('a', 0.6));
  await pollUntil('two heartbeats are sent', () => {
    keeper.hold(lease('short', 0.6))[Symbol.dispose]();
    return calls >= 2;
  });
  expect(entry.lost.aborted).toBe(false);
});

test('keeps leases for a bounded time while the control plane reports that its database is unreachable', async () => {
  await using keeper = keepLeases(async () => {
    throw new DatabaseAwayError({});
  }, 1_000);
  const startedAt = performance.now();
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the lease is lost', () => entry.lost.aborted);
  const believedMs = performance.now() - startedAt;
  expect(believedMs).toBeGreaterThan(1_000);
  expect(believedMs).toBeLessThan(5_000);
});

test('ends warm browsers before the control plane reassigns their logins, even if no heartbeat has failed yet', async () => {
  const LEASE_SECONDS = 12;
  let answeredAt = 0;
  const ended = Promise.withResolvers<number>();
  const warmSessions = {
    list: () => [],
    follow: () => undefined,
    endAll: () => ended.resolve(performance.now()),
  };
  const heartbeat: Heartbeat = async ({ leases }, signal) => {
    if (answeredAt > 0) return new Promise((_, reject) => signal.addEventListener('abort', reject));
    answeredAt = performance.now();
    return answer(leases.map(held));
  };
  const keeper = createLeaseKeeper({ client: { heartbeat }, warmSessions, outageMs: 0, logger });
  const stop = new AbortController();
  const running = keeper.run(stop.signal);
  using _lease = keeper.hold(lease('a', LEASE_SECONDS));
  expect((await ended.promise) - answeredAt).toBeLessThan(LEASE_SECONDS * 1_000);
  stop.abort();
  await running;
});

function keepLeases(heartbeat: Heartbeat, outageMs = 0): LeaseKeeper & AsyncDisposable {
  const client = { endSession: () => Promise.resolve() };
  const warmSessions = new WarmSessions({ client, limit: 0, logger });
  const keeper = createLeaseKeeper({ client: { heartbeat }, warmSessions, outageMs, logger });
  const stop = new AbortController();
  const running = keeper.run(stop.signal);
  return {
    ...keeper,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

function answer(leases: HeartbeatAnswer['leases']): HeartbeatAnswer {
  return { leases, sessions: [] };
}

function held(key: { readonly task_id: string; readonly lease_epoch: number }) {
  const expires_at = new Date().toISOString();
  return { ...key, state: 'held' as const, expires_at, cancel_requested: false };
}

function lease(taskId: string, leaseSeconds: number): Lease {
  return {
    task_id: taskId,
    lease_epoch: 1,
    lease_secret: 'secret',
    lease_seconds: leaseSeconds,
    expires_at: FIRST_EXPIRY,
    session: null,
    task: {
      recording_id: 'r',
      endpoint_name: 'e',
      automation: {},
      input_parameters: {},
      secure_parameters: {},
      rdp_parameter: null,
      input_files: [],
      unique_parameter_names: [],
      max_timeout_in_minutes: 10,
      use_proxy: false,
      is_dedicated: false,
      retry_count: 0,
      attempt: 1,
      model_usage: null,
      created_at: new Date().toISOString(),
    },
  };
}
