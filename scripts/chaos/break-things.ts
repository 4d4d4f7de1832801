import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosOptions } from './flags.ts';
import { SERVER_FAULTS, WORKER_FAULTS, type Fault, type FaultContext } from './faults.ts';

/**
 * Breaks workers and servers: both sides at the same time, each side one fault after another. A
 * short run injects every kind once in random order; a long run injects faults at random until the
 * time is up. Everything is up again when it resolves.
 */
export async function breakThings(
  context: FaultContext,
  { isShort, seconds }: Pick<ChaosOptions, 'isShort' | 'seconds'>,
): Promise<void> {
  const until = isShort ? 0 : performance.now() + seconds * 1_000;
  const pauseMs = isShort ? 300 : 3_000;
  await Promise.all(
    [WORKER_FAULTS, SERVER_FAULTS].map((faults) => breakSide(faults, context, { until, pauseMs })),
  );
}

async function breakSide(
  faults: readonly Fault[],
  context: FaultContext,
  { until, pauseMs }: { readonly until: number; readonly pauseMs: number },
): Promise<void> {
  do {
    for (const fault of shuffle(faults, context.random)) {
      await delay(pauseMs * (0.5 + context.random()));
      await runFault(fault, context);
      if (until > 0 && performance.now() > until) return;
    }
  } while (performance.now() < until);
}

async function runFault({ kind, run }: Fault, context: FaultContext): Promise<void> {
  const at = Date.now();
  const target = await run(context);
  context.write({ type: 'fault', at, endedAt: Date.now(), kind, target });
}

function shuffle<Value>(values: readonly Value[], random: () => number): Value[] {
  const drawn = values.map((value) => ({ value, place: random() }));
  return drawn.toSorted((one, other) => one.place - other.place).map(({ value }) => value);
}
