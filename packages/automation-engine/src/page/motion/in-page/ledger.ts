import { type Activity, createLineage, type Link } from './lineage.ts';
import type { Natives } from './natives.ts';
import { createOpenActivities, type Scope } from './open-activities.ts';

export interface Beginning extends Pick<Activity, 'kind' | 'name'> {
  readonly delayMs: number;
  readonly longestMs: number;
  readonly callback: unknown;
}

/** Records what the page has set in motion, and why. */
export interface Ledger {
  /** Whatever starts from now on is caused by the next act. */
  readonly mark: () => void;
  /** Number of acts so far. */
  readonly epoch: () => number;
  readonly begin: (beginning: Beginning) => Activity;
  readonly end: (activity: Activity | undefined) => void;
  /** Runs a callback of the page: what it sets in motion has the same cause. */
  readonly run: <Result>(activity: Activity | undefined, callback: () => Result) => Result;
  /** Names of what is in motion. */
  readonly active: (scope: Scope) => string[];
  /** When the last thing that counts ended. */
  readonly lastEndAt: () => number;
  /** Whether the current callback recurs regardless of the run. */
  readonly isInBackground: () => boolean;
}

export interface RunHooks {
  /** Called before and after a callback whose cause is older than the last act. */
  readonly beforeRun: () => void;
  readonly afterRun: (activity: Activity, run: { readonly isBackground: boolean }) => void;
  /** Returns the callback that led to the event that the page is handling. */
  readonly findCause: () => Activity | undefined;
}

export function createLedger(
  natives: Natives,
  { beforeRun, afterRun, findCause }: RunHooks,
): Ledger {
  const { guard, now } = natives;
  const lineage = createLineage(natives, findCause);
  const open = createOpenActivities(natives, lineage);
  let lastEndAt = -Infinity;
  const end: Ledger['end'] = (activity) => {
    if (!activity || !open.remove(activity)) return;
    if (activity.root.epoch === lineage.epoch() && !lineage.isSpent(activity)) lastEndAt = now();
  };
  const start = (activity: Activity) => {
    if (activity.kind === 'interval') activity.ticks += 1;
    else end(activity);
    const isBackground = lineage.isBackground(activity);
    const isOlder = isBackground || activity.root.epoch < lineage.epoch() || lineage.epoch() === 0;
    if (isOlder) beforeRun();
    const leave = lineage.enter(activity);
    return {
      isOfAct: !isOlder,
      leave: () => {
        leave();
        if (isOlder) afterRun(activity, { isBackground });
      },
    };
  };
  return {
    mark() {
      lineage.mark();
      open.forgetLoading();
    },
    epoch: lineage.epoch,
    begin: (beginning) => open.add(enter(beginning, lineage.place(beginning), now())),
    end,
    run(activity, callback) {
      const started = activity && guard(() => start(activity));
      try {
        return (started?.isOfAct === true ? runForAct : runForPage)(callback);
      } finally {
        if (started) guard(started.leave);
      }
    },
    active: open.find,
    lastEndAt: () => lastEndAt,
    isInBackground: lineage.isInBackground,
  };
}

/** Marks the call stack of a request when the last act has led to its callback. */
export function runForAct<Result>(callback: () => Result): Result {
  return callback();
}

/** Marks the call stack of a request when any other callback has led to it. */
export function runForPage<Result>(callback: () => Result): Result {
  return callback();
}

function enter(
  { kind, name, callback, delayMs, longestMs }: Beginning,
  { root, timers, frames, sinceAt }: Link,
  at: number,
): Activity {
  return {
    kind,
    name,
    callback,
    root,
    timers: timers + (kind === 'frame' ? 0 : 1),
    frames: frames + (kind === 'frame' ? 1 : 0),
    sinceAt: timers + frames === 0 ? at : sinceAt,
    dueAt: at + delayMs,
    untilAt: at + longestMs,
    periodMs: delayMs,
    ticks: 0,
  };
}
