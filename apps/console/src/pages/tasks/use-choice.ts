import { useState } from 'react';
import type { ListedTask } from '../../api/task-list.ts';
import { type MatchingTasks, matchingTasks, seenUntil } from './matching-tasks.ts';
import type { TaskFilters } from './task-filters.ts';

interface Choice {
  /** IDs of chosen tasks. */
  readonly chosen: ReadonlySet<string>;
  /** Requests for every task of the list, once all are chosen. */
  readonly all: MatchingTasks | undefined;
  readonly choose: (id: string, isChosen: boolean) => void;
  readonly chooseOnly: (ids: readonly string[]) => void;
  /** Chooses all tasks that are loaded, or none. */
  readonly chooseLoaded: (ids: readonly string[]) => void;
  /** Whether all loaded tasks were chosen at once, and none of them has been deselected since. */
  readonly areLoadedChosen: boolean;
  /**
   * Chooses what the list shows and what it has not loaded yet, but no newer tasks. Undefined if the
   * API has no request for what the filters show.
   */
  readonly chooseAll: ((tasks: readonly ListedTask[]) => void) | undefined;
}

/** Which tasks of the list are chosen: single ones, or all that match the filters. */
export function useChoice(filters: TaskFilters): Choice {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [areLoadedChosen, setLoadedChosen] = useState(false);
  const [everything, setEverything] = useState<{ readonly of: string; readonly at: Date }>();
  // Other filters would match other tasks.
  const of = JSON.stringify(filters);
  const isOffered = Object.keys(matchingTasks(filters, new Date())).length > 0;
  return {
    chosen,
    all: everything?.of === of ? matchingTasks(filters, everything.at) : undefined,
    // Rows keep the function that they were rendered with.
    choose(id, isChosen) {
      setEverything(undefined);
      if (!isChosen) setLoadedChosen(false);
      setChosen((before) => {
        const next = new Set(before);
        if (isChosen) next.add(id);
        else next.delete(id);
        return next;
      });
    },
    chooseOnly(ids) {
      setEverything(undefined);
      setLoadedChosen(false);
      setChosen(new Set(ids));
    },
    chooseLoaded(ids) {
      setEverything(undefined);
      setLoadedChosen(ids.length > 0);
      setChosen(new Set(ids));
    },
    areLoadedChosen,
    chooseAll: isOffered
      ? (tasks) => setEverything({ of, at: seenUntil(filters, tasks) })
      : undefined,
  };
}
