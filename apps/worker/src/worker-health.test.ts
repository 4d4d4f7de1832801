import { expect, test } from '@jest/globals';
import { createSlotBoard } from './slot-board.ts';
import { createWorkerHealth, type ScriptSandbox } from './worker-health.ts';

const good = {
  browserSandbox: { state: () => 'ok' as const, problem: () => undefined },
  scriptSandbox: { problem: undefined, leftOut: [], isRequired: false } as ScriptSandbox,
  draining: new AbortController().signal,
  operatorDrain: { isDraining: () => false },
  workerId: 'worker-a1',
};

test('is live until the control plane has been silent for longer than OUTAGE_SECONDS', () => {
  let now = 0;
  const slots = createSlotBoard();
  const health = createWorkerHealth({ ...good, slots, outageMs: 300_000, now: () => now });
  now = 300_000;
  expect(health.live().isHealthy).toBe(true);
  now = 300_001;
  expect(health.live()).toEqual({
    isHealthy: false,
    body: {
      status: 'unavailable',
      checks: { control_plane: 'unavailable' },
      reasons: ['The control plane has not responded for 300 s (OUTAGE_SECONDS, at least 60).'],
    },
  });
  health.onAnswer();
  expect(health.live().isHealthy).toBe(true);
});

test('tolerates a silent minute however short OUTAGE_SECONDS is', () => {
  let now = 0;
  const slots = createSlotBoard();
  const health = createWorkerHealth({ ...good, slots, outageMs: 0, now: () => now });
  now = 60_000;
  expect(health.live().isHealthy).toBe(true);
  now = 60_001;
  expect(health.live().isHealthy).toBe(false);
});

test('is ready from its first browser until it has had none for a minute', () => {
  const start = performance.now();
  let later = 0;
  const slots = createSlotBoard();
  const now = () => performance.now() + later;
  const { ready } = createWorkerHealth({ ...good, slots, outageMs: 0, now });
  slots.enter(0, 'starting');
  expect(ready()).toMatchObject({
    isHealthy: false,
    body: {
      checks: { worker: 'ok', browser: 'unavailable', browser_sandbox: 'ok', script_sandbox: 'ok' },
    },
  });
  expect(ready().body['reasons']).toEqual(['No browser has started yet.']);
  slots.enter(0, 'idle');
  expect(ready().isHealthy).toBe(true);
  slots.enter(0, 'paused');
  later = 59_000 - (performance.now() - start);
  expect(ready().isHealthy).toBe(true);
  later = 61_000;
  expect(ready().body['reasons']).toEqual([
    expect.stringMatching(/^No slot has had a browser for 6\d s: the log says why/),
  ]);
  slots.enter(0, 'busy');
  slots.leave(0);
  later = 0;
  expect(ready().isHealthy).toBe(true);
  expect(slots.count('busy')).toBe(0);
});

test.each<[ScriptSandbox, boolean, string, RegExp]>([
  [
    { problem: undefined, leftOut: ['No host name.'], isRequired: true },
    true,
    'reduced',
    /^No host/,
  ],
  [
    { problem: 'no bwrap', leftOut: [], isRequired: false },
    true,
    'unavailable',
    /: no bwrap\. Inst/,
  ],
  [
    { problem: 'no bwrap', leftOut: [], isRequired: true },
    false,
    'unavailable',
    /: no bwrap\. Inst/,
  ],
])(
  'reports the state of the script sandbox: %j',
  (scriptSandbox, ...[isHealthy, state, reason]) => {
    const slots = createSlotBoard();
    slots.enter(0, 'idle');
    const dependencies = { ...good, slots, scriptSandbox, outageMs: 0 };
    expect(createWorkerHealth(dependencies).ready()).toMatchObject({
      isHealthy,
      body: { checks: { script_sandbox: state }, reasons: [expect.stringMatching(reason)] },
    });
  },
);

test('is not ready while an operator is draining it, unless it ends anyway', () => {
  let isDrained = true;
  const slots = createSlotBoard();
  slots.enter(0, 'idle');
  const ending = new AbortController();
  const health = createWorkerHealth({
    ...good,
    slots,
    outageMs: 0,
    draining: ending.signal,
    operatorDrain: { isDraining: () => isDrained },
  });
  expect(health.ready()).toMatchObject({
    isHealthy: false,
    body: {
      checks: { worker: 'unavailable', browser: 'ok' },
      reasons: [expect.stringContaining('`errand admin workers resume worker-a1 --reason TEXT`')],
    },
  });
  expect(health.live().isHealthy).toBe(true);
  isDrained = false;
  expect(health.ready().isHealthy).toBe(true);
  ending.abort();
  isDrained = true;
  expect(health.ready().body['reasons']).toEqual([
    'The worker is draining: it claims no more tasks.',
  ]);
});
