import { captureMember, type Natives } from './natives.ts';

/** What set something in motion: an act of the run, or the loading of the document. */
interface Root {
  /** 0 is the loading of the document; each act counts one up. */
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

/** A place in a chain: a timer that was set by a frame that was asked for by a click. */
export interface Link {
  readonly root: Root;
  readonly timers: number;
  readonly frames: number;
  /** When the chain began; of no meaning before its first callback. */
  readonly sinceAt: number;
}

export interface Activity extends Link {
  readonly kind: 'timer' | 'interval' | 'frame' | 'idle' | 'task' | 'message';
  /** For people: `timer of 300 ms`. */
  readonly name: string;
  readonly callback: unknown;
  readonly dueAt: number;
  /** Is not waited for after this time. */
  readonly untilAt: number;
  readonly periodMs: number;
  ticks: number;
}

interface Named {
  readonly name: string;
  readonly callback: unknown;
}

/** Knows from where each callback of the page comes. */
export interface Lineage {
  readonly epoch: () => number;
  /** What has no other cause is caused by the next act from now on. */
  readonly mark: () => void;
  readonly place: (beginning: Named) => Link;
  /** What is placed from now on comes from the activity, until what it returns is called. */
  readonly enter: (activity: Activity) => () => void;
  /** Whether it has gone on for too long to be a consequence. */
  readonly isSpent: (activity: Activity) => boolean;
  /** Whether it recurs whatever the run does. */
  readonly isBackground: (activity: Activity) => boolean;
  /** Whether the callback that runs now does. */
  readonly isInBackground: () => boolean;
}

/** `findCause` knows the cause of an event that the page handles. */
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
   * The link of a run whose cause goes on although an `await` has hidden it: a poll that sets its timer anew after each
   * answer.
   */
  readonly findLink: (beginning: Named, epoch: number) => Link | undefined;
}

export function createRunMemory({ createMap, createWeakMap, now }: Natives): RunMemory {
  const mostNames = 500;
  const renewalMs = 1000;
  const byCallback = createWeakMap<WeakKey, Run>();
  /** For callbacks that are made anew each time. Each run has one successor. */
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

/** A page that loads begins what never ends: clocks, polls, carousels. There less is enough. */
export function isOver(activity: Activity, isLoading: boolean): boolean {
  const { kind, ticks, timers, frames, periodMs, dueAt, sinceAt } = activity;
  const slowMs = 500;
  // Work in slices and fast polls have many timers within a moment.
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

/** Returns what tells whether the page handles an input of a person, or of the run, just now. */
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
