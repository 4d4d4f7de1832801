import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import { createLeaseKeeper, type LeaseKeeper } from './lease-keeper.ts';

type Heartbeat = ControlPlaneClient['heartbeat'];

const logger = createLogger({ name: 'test', level: 'error' });

test('renews every lease in one call, several times within the lease time', async () => {
  const calls: number[] = [];
  await using keeper = keepLeases(async (leases) => {
    calls.push(leases.length);
    return leases.map(held);
  });
  using first = keeper.hold(lease('a', 0.3));
  using second = keeper.hold(lease('b', 0.3));
  await pollUntil('six heartbeats are sent', () => calls.length >= 6);
  expect(calls).toEqual(calls.map(() => 2));
  expect([first.lost.aborted, second.lost.aborted]).toEqual([false, false]);
});

test('fires lost when the control plane says so', async () => {
  await using keeper = keepLeases(async (leases) =>
    leases.map((key) => ({ ...held(key), state: 'lost' as const, expires_at: null })),
  );
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the lease is lost', () => entry.lost.aborted);
  expect(entry.lost.reason).toMatchObject({ code: 'lease-lost' });
});

test('fires lost by itself when no heartbeat is answered for the lease time', async () => {
  await using keeper = keepLeases(async () => {
    throw new Error('connection refused');
  });
  const startedAt = performance.now();
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the lease is lost', () => entry.lost.aborted);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
});

test('fires cancelled, and keeps the lease so that the end can be reported', async () => {
  await using keeper = keepLeases(async (leases) =>
    leases.map((key) => ({ ...held(key), cancel_requested: true })),
  );
  using entry = keeper.hold(lease('a', 0.3));
  await pollUntil('the cancellation arrives', () => entry.cancelled.aborted);
  expect(entry.cancelled.reason).toMatchObject({ code: 'cancelled' });
  expect(entry.lost.aborted).toBe(false);
});

test('sends nothing for a lease that was disposed', async () => {
  const renewed: string[] = [];
  await using keeper = keepLeases(async (leases) => {
    renewed.push(...leases.map(({ task_id }) => task_id));
    return leases.map(held);
  });
  const gone = keeper.hold(lease('gone', 0.15));
  gone[Symbol.dispose]();
  using entry = keeper.hold(lease('kept', 0.15));
  await pollUntil('the other one is renewed', () => renewed.length >= 2);
  expect(new Set(renewed)).toEqual(new Set(['kept']));
  expect(entry.lost.aborted).toBe(false);
});

function keepLeases(heartbeat: Heartbeat): LeaseKeeper & AsyncDisposable {
  const keeper = createLeaseKeeper({ heartbeat }, logger);
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

function held(key: { readonly task_id: string; readonly lease_epoch: number }) {
  const expires_at = new Date().toISOString();
  return { ...key, state: 'held' as const, expires_at, cancel_requested: false };
}

function lease(taskId: string, leaseSeconds: number): Lease {
  return {
    task_id: taskId,
    lease_epoch: 1,
    lease_seconds: leaseSeconds,
    expires_at: new Date().toISOString(),
    session: null,
    task: {
      recording_id: 'r',
      endpoint_name: 'e',
      automation: {},
      input_parameters: {},
      secure_parameters: {},
      rdp_parameter: null,
      unique_parameter_names: [],
      max_timeout_in_minutes: 10,
      use_proxy: false,
      is_dedicated: false,
      retry_count: 0,
      attempt: 1,
      created_at: new Date().toISOString(),
    },
  };
}
