import { captureMember, type Natives } from './natives.ts';

/** What set something in motion: an act of the run, or the loading of the document. */
interface Root {
  /** 0 is the loading of the document; each act adds one. */
  readonly epoch: number;
  /** What its callbacks have set in motion, by name: since which epoch, and how often. */
  readonly habits: Map<string, { readonly epoch: number; count: number }>;
}

/** The last run of a callback. */
interface Run {
  readonly epoch: number;
  readonly at: number;
  readonly link: Link;
}

/** A link in a chain: a timer that was set by a frame that was requested by a click. */
export interface Link {
  readonly root: Root;
  readonly timers: number;
  readonly frames: number;
  /** When the chain began; meaningless before its first callback. */
  readonly sinceAt: number;
}

export interface Activity extends Link {
  readonly kind: 'timer' | 'interval' | 'frame' | 'idle' | 'task' | 'message';
  /** Human-readable: `timer of 300 ms`. */
  readonly name: string;
  readonly callback: unknown;
  readonly dueAt: number;
  /** Not waited for after this time. */
  readonly untilAt: number;
  readonly periodMs: number;
  ticks: number;
}

interface Named {
  readonly name: string;
  readonly callback: unknown;
}

/** Tracks the cause of each callback of the page. */
export interface Lineage {
  readonly epoch: () => number;
  /** From now on, anything without another cause is attributed to the next act. */
  readonly mark: () => void;
  readonly place: (beginning: Named) => Link;
  /**
   * Attributes whatever begins from now on to the activity, until the returned function is called.
   */
  readonly enter: (activity: Activity) => () => void;
  /** Whether it has lasted too long to be a consequence. */
  readonly isSpent: (activity: Activity) => boolean;
  /** Whether it recurs regardless of the run. */
  readonly isBackground: (activity: Activity) => boolean;
  /** Whether the current callback recurs regardless of the run. */
  readonly isInBackground: () => boolean;
}

/** `findCause` returns the cause of an event that the page handles. */
export function createLineage(natives: Natives, findCause: () => Activity | undefined): Lineage {
  const { createMap } = natives;
  const mostHabits = 500;
  const memory = createRunMemory(natives);
  let epoch = 0;
  let current: Activity | undefined;
  let renewed: Activity | undefined;
  const start = { timers: 0, frames: 0, sinceAt: 0 };
  const begin = (): Link => ({ ...start, root: { epoch, habits: createMap() } });
  let fresh = begin();
  const isSpent = (activity: Activity): boolean => isOver(activity, activity.root.epoch === 0);
  const isBackground = (activity: Activity): boolean =>
    isSpent(activity)
      ? activity.root.epoch < epoch || epoch === 0
      : activity.root.epoch === 0 && epoch > 0;
  return {
    epoch: () => epoch,
    mark() {
      epoch += 1;
      fresh = begin();
    },
    place({ name, callback }) {
      if (current?.name === name) renewed = current;
      const cause = current ?? findCause();
      const before = cause ?? memory.findLink({ name, callback }, epoch);
      if (!before) return fresh;
      const spent = { ...before, timers: Infinity, sinceAt: -Infinity };
      if (current && isSpent(current)) return spent;
      const { habits } = before.root;
      const habit = habits.get(name) ?? { epoch, count: 0 };
      if (habits.size < mostHabits) habits.set(name, habit);
      habit.count += 1;
      const isHabit = before.root.epoch === epoch || habit.epoch < epoch;
      // A loop that has always run does something new: it may be how the page reacts to the act.
      const { count } = habit;
      if (!isHabit) return { ...fresh, timers: count, frames: count, sinceAt: -Infinity };
      return cause && isSpent(cause) ? spent : before;
    },
    enter(activity) {
      const before = current;
      current = activity;
      return () => {
        current = before;
        memory.note(activity, { epoch, isRenewed: renewed === activity });
      };
    },
    isSpent,
    isBackground,
    isInBackground: () => current !== undefined && isBackground(current),
  };
}

interface RunMemory {
  readonly note: (
    activity: Activity,
    run: { readonly epoch: number; readonly isRenewed: boolean },
  ) => void;
  /**
   * Returns the link of a run whose cause continues although an `await` has hidden it: a poll that
   * sets its timer again after each answer.
   */
  readonly findLink: (beginning: Named, epoch: number) => Link | undefined;
}

function createRunMemory({ createMap, createWeakMap, now }: Natives): RunMemory {
  const mostNames = 500;
  const renewalMs = 1000;
  const byCallback = createWeakMap<WeakKey, Run>();
  /** For callbacks that are recreated each time. Each run has one successor. */
  const byName = createMap<string, Run>();
  const isInputHandled = createInputSense();
  return {
    note(activity, { epoch, isRenewed }) {
      const { name, kind, callback } = activity;
      const run = { epoch, at: now(), link: activity };
      if (byName.size >= mostNames) byName.clear();
      if (kind !== 'interval' && !isRenewed) byName.set(name, run);
      if (typeof callback === 'function') byCallback.set(callback, run);
    },
    findLink({ name, callback }, epoch) {
      if (isInputHandled()) return undefined;
      const own = typeof callback === 'function' ? byCallback.get(callback) : undefined;
      const last = own ?? byName.get(name);
      if (!last || now() - last.at > renewalMs) return undefined;
      byName.delete(name);
      const { root, timers, frames } = last.link;
      const hasAlwaysRun = root.epoch === 0 && timers + frames >= 2;
      return last.epoch === epoch || hasAlwaysRun ? last.link : undefined;
    },
  };
}

/**
 * Whether the activity has lasted too long. While a page loads, it starts things that never end:
 * clocks, polls, carousels. Their limits are lower.
 */
function isOver(activity: Activity, isLoading: boolean): boolean {
  const { kind, ticks, timers, frames, periodMs, dueAt, sinceAt } = activity;
  const slowMs = 500;
  // Sliced work and fast polls set many timers within a short time.
  const leastChainMs = isLoading ? 0 : 2000;
  const isSlow = isLoading && periodMs >= slowMs;
  if (kind === 'interval') {
    const isLong = isLoading || ticks * (periodMs > 4 ? periodMs : 4) >= 1000;
    return (isLong && ticks >= (isLoading ? 3 : 10)) || isSlow;
  }
  if (isSlow && timers > 1) return true;
  const isLongChain = timers > (isLoading ? 4 : 10) && dueAt - sinceAt >= leastChainMs;
  return isLongChain || frames > (isLoading ? 30 : 120);
}

/**
 * Returns a function that checks whether the page is now handling input from a person or the run.
 */
export function createInputSense(): () => boolean {
  const eventOf = captureMember(
    window as unknown as { readonly event: Event | undefined },
    'event',
  );
  const typeOf = captureMember(Event.prototype, 'type');
  const isKindOf = captureMember(Object.prototype, 'isPrototypeOf');
  const { prototype } = UIEvent;
  return () => {
    const event = eventOf(window);
    if (!event) return false;
    const type = typeOf(event);
    return isKindOf(prototype, event) || type === 'change' || type === 'submit';
  };
}
