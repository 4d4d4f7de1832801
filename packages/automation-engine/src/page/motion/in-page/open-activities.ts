import type { Activity, Lineage } from './lineage.ts';
import type { Natives } from './natives.ts';

export interface Scope {
  /** Only what the last act has caused. */
  readonly sinceLastAct: boolean;
  /** Anything due later is left out. */
  readonly boundMs: number;
}

interface OpenActivities {
  /** Returns the activity. */
  readonly add: (activity: Activity) => Activity;
  /** Returns whether the activity was open. */
  readonly remove: (activity: Activity) => boolean;
  /**
   * Drops what the loading of the document has left behind, which no longer counts once the run has
   * acted.
   */
  readonly forgetLoading: () => void;
  /** Names of what is in motion. */
  readonly find: (scope: Scope) => string[];
}

/**
 * Activities that may still be running. Beyond the limit, only the one that is due last is known.
 */
export function createOpenActivities(
  { createMap, now }: Natives,
  lineage: Lineage,
): OpenActivities {
  const mostActivities = 5000;
  const farOffMs = 60_000;
  const open = createMap<Activity, true>();
  let beyond: Activity | undefined;
  const isLoading = ({ root }: Activity) => root.epoch === 0 && lineage.epoch() > 0;
  const forget = (isOld: (activity: Activity) => boolean) =>
    open.forEach((_is, activity) => {
      if (now() > activity.untilAt || isOld(activity)) open.delete(activity);
    });
  return {
    add(activity) {
      if (isLoading(activity) || lineage.isSpent(activity)) return activity;
      if (open.size >= mostActivities) forget(({ root }) => root.epoch < lineage.epoch());
      if (open.size < mostActivities) open.set(activity, true);
      else if (activity.periodMs < farOffMs && !(beyond && beyond.dueAt > activity.dueAt)) {
        beyond = activity;
      }
      return activity;
    },
    remove: (activity) => open.delete(activity),
    forgetLoading: () => forget(isLoading),
    find({ sinceLastAct, boundMs }) {
      const at = now();
      const epoch = lineage.epoch();
      const since = sinceLastAct || epoch === 0 ? epoch : 1;
      const names: string[] = [];
      forget(() => false);
      open.forEach((_is, activity) => {
        if (activity.root.epoch < since || lineage.isSpent(activity)) return;
        if (activity.dueAt - at <= boundMs) names[names.length] = activity.name;
      });
      const restMs = beyond && beyond.root.epoch >= since ? beyond.dueAt - at : -1;
      if (restMs >= 0 && restMs <= boundMs) {
        names[names.length] = `more than ${mostActivities} callbacks`;
      }
      return names;
    },
  };
}
