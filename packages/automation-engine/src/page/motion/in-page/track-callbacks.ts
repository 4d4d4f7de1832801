import type { Beginning, Ledger } from './ledger.ts';
import type { Activity } from './lineage.ts';
import type { Natives } from './natives.ts';

/** Tracks timers, animation frames and idle callbacks. */
export function trackCallbacks(natives: Natives, ledger: Ledger): void {
  // Browsers let either function clear both kinds of timers.
  const open = natives.createMap<unknown, Activity>();
  const longestMs = Infinity;
  trackKind(natives, ledger, {
    set: 'setTimeout',
    clears: ['clearTimeout', 'clearInterval'],
    open,
    describe: (delayMs) => ({ kind: 'timer', name: `timer of ${delayMs} ms`, delayMs, longestMs }),
  });
  trackKind(natives, ledger, {
    set: 'setInterval',
    clears: [],
    open,
    describe: (delayMs) => ({
      kind: 'interval',
      name: `interval of ${delayMs} ms`,
      delayMs,
      longestMs,
    }),
  });
  trackKind(natives, ledger, {
    set: 'requestAnimationFrame',
    clears: ['cancelAnimationFrame'],
    open: natives.createMap(),
    // A hidden page gets no animation frames.
    describe: () => ({ kind: 'frame', name: 'animation frame', delayMs: 0, longestMs: 1000 }),
  });
  trackKind(natives, ledger, {
    set: 'requestIdleCallback',
    clears: ['cancelIdleCallback'],
    open: natives.createMap(),
    describe: () => ({ kind: 'idle', name: 'idle callback', delayMs: 0, longestMs }),
  });
}

interface CallbackKind {
  readonly set: string;
  readonly clears: readonly string[];
  /** Keyed by the id that the browser assigns. */
  readonly open: Map<unknown, Activity>;
  readonly describe: (delayMs: number) => Omit<Beginning, 'callback'>;
}

function trackKind(
  { apply, guard, replace }: Natives,
  ledger: Ledger,
  { set, clears, open, describe }: CallbackKind,
): void {
  replace(globalThis, set, (native, self, parameters) => {
    const callback = parameters[0];
    const delay = parameters.length > 1 ? parameters[1] : undefined;
    const isCode = typeof callback !== 'function';
    let activity: Activity | undefined;
    let id: unknown;
    if (!isCode) {
      parameters[0] = function wrapped(this: unknown, ...values: unknown[]) {
        guard(() => activity?.kind !== 'interval' && open.delete(id));
        return ledger.run(activity, () => apply(callback, this, values));
      };
    }
    // Throws for invalid parameters.
    id = apply(native, self, parameters);
    guard(() => {
      activity = ledger.begin({ ...describe(readDelay(delay)), callback });
      open.set(id, activity);
      // Code given as text cannot be wrapped, so a second timer reports that it has run.
      const end = () =>
        guard(() => {
          open.delete(id);
          ledger.end(activity);
        });
      if (isCode && set === 'setTimeout') apply(native, self, [end, delay]);
    });
    return id;
  });
  for (const clear of clears) {
    replace(globalThis, clear, (native, self, parameters) => {
      if (parameters.length > 0) parameters[0] = readId(parameters[0]);
      guard(() => {
        const id = parameters.length > 0 ? parameters[0] : 0;
        ledger.end(open.get(id));
        open.delete(id);
      });
      return apply(native, self, parameters);
    });
  }
}

/** Tracks `scheduler.postTask`. */
export function trackTasks({ apply, guard, replace }: Natives, ledger: Ledger): void {
  const scheduler: unknown = Reflect.get(globalThis, 'Scheduler');
  if (typeof scheduler !== 'function') return;
  const prototype: object = scheduler.prototype;
  const { get } = Reflect;
  const toNumber = Number;
  replace(prototype, 'postTask', (native, self, parameters) => {
    const callback = parameters[0];
    if (typeof callback !== 'function') return apply(native, self, parameters);
    let delay: unknown;
    const options = parameters.length > 1 ? parameters[1] : undefined;
    if (isObject(options)) {
      parameters[1] = {
        // Has no field of `Object.prototype` that the page's own object does not have.
        __proto__: null,
        get delay() {
          const value: unknown = get(options, 'delay');
          // The page's own `valueOf` runs once, and may throw.
          delay = isObject(value) ? toNumber(value) : value;
          return delay;
        },
        get priority(): unknown {
          return get(options, 'priority');
        },
        get signal(): unknown {
          return get(options, 'signal');
        },
      };
    }
    let activity: Activity | undefined;
    parameters[0] = (...values: unknown[]) =>
      ledger.run(activity, () => apply(callback, undefined, values));
    const result: unknown = apply(native, self, parameters);
    guard(() => {
      const delayMs = toNumber(delay) || 0;
      // A task that is aborted never runs.
      const longestMs = delayMs + 1000;
      const name = `task in ${delayMs} ms`;
      activity = ledger.begin({ kind: 'task', name, delayMs, longestMs, callback });
    });
    return result;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

/** Reads a delay as the browser does: a 32-bit integer. Negative delays are 0. */
function readDelay(value: unknown): number {
  const isNumber = typeof value === 'number' || typeof value === 'string';
  const delayMs = isNumber ? (value as number) | 0 : 0;
  return delayMs > 0 ? delayMs : 0;
}

/**
 * Reads an id as the browser does: `"12"` is 12, and anything that is not a number is 0. The page's
 * own `valueOf` runs once, and may throw.
 */
function readId(value: unknown): unknown {
  const isNumeric = typeof value !== 'symbol' && typeof value !== 'bigint';
  return isNumeric ? (value as number) | 0 : value;
}
