import { useCallback, useMemo, useState } from 'react';
import { type Automation, type Json, type Path, replaceAt } from './automation-draft.ts';
import { type Changed, type Direction, insertNode, moveNode, removeNode } from './change-nodes.ts';

/** Changes that can be taken back. */
const HISTORY = 100;

interface Editing extends Changed {
  readonly before: readonly Changed[];
  readonly after: readonly Changed[];
}

export interface Draft {
  readonly automation: Automation;
  /** The chosen node; empty for none. */
  readonly path: Path;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly choose: (path: Path) => void;
  /** Replaces what is at the path; undefined removes a member. */
  readonly set: (path: Path, value: unknown) => void;
  readonly insert: (path: Path, node: Json) => void;
  /** Returns whether there was a node to remove. */
  readonly remove: (path: Path) => boolean;
  /** Returns whether there was a place to move to. */
  readonly move: (path: Path, direction: Direction) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** An automation that is being edited, with the chosen node and what can be undone. */
export function useDraft(start: Automation, chosen: Path): Draft {
  const [editing, setEditing] = useState<Editing>({
    automation: start,
    path: chosen,
    before: [],
    after: [],
  });
  const change = useCallback((next: (current: Editing) => Changed) => {
    setEditing((current) => ({
      ...next(current),
      before: [...current.before.slice(1 - HISTORY), only(current)],
      after: [],
    }));
  }, []);
  const { automation } = editing;
  return useMemo<Draft>(
    () => ({
      automation,
      path: editing.path,
      canUndo: editing.before.length > 0,
      canRedo: editing.after.length > 0,
      choose: (path) => setEditing((current) => ({ ...current, path })),
      set: (path, value) =>
        change((current) => ({
          automation: replaceAt(current.automation, path, value),
          path: current.path,
        })),
      insert: (path, node) => change((current) => insertNode(current.automation, path, node)),
      remove(path) {
        const removed = removeNode(automation, path);
        if (removed) change(() => removed);
        return removed !== undefined;
      },
      move(path, direction) {
        const moved = moveNode(automation, path, direction);
        if (moved) change(() => moved);
        return moved !== undefined;
      },
      undo: () => setEditing(stepBack),
      redo: () => setEditing(stepForward),
    }),
    [automation, change, editing],
  );
}

const only = ({ automation, path }: Changed): Changed => ({ automation, path });

function stepBack(current: Editing): Editing {
  const last = current.before.at(-1);
  if (!last) return current;
  return {
    ...only(last),
    before: current.before.slice(0, -1),
    after: [only(current), ...current.after],
  };
}

function stepForward(current: Editing): Editing {
  const [next, ...after] = current.after;
  if (!next) return current;
  return { ...only(next), before: [...current.before, only(current)], after };
}
