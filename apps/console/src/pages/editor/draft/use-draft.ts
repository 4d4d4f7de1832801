import { useCallback, useMemo, useState } from 'react';
import type { Json, Path } from '../../nodes/paths.ts';
import { type Automation, replaceAt, sameKey } from './automation-draft.ts';
import { type Changed, type Direction, insertNode, moveNode, removeNode } from './change-nodes.ts';

/** Maximum number of changes that can be undone. */
const HISTORY = 100;

interface Editing extends Changed {
  readonly before: readonly Changed[];
  readonly after: readonly Changed[];
  /**
   * What the last change set; further changes to it are undone together. Empty after any other
   * change.
   */
  readonly setting: string;
}

export interface Draft {
  readonly automation: Automation;
  /** Path of the selected node; empty if none is selected. */
  readonly path: Path;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly choose: (path: Path) => void;
  /**
   * Replaces what is at the path; undefined removes a member. Consecutive changes by one part of
   * the page (`by`) at one path are undone in one step.
   */
  readonly set: (path: Path, value: unknown, by?: string) => void;
  readonly insert: (path: Path, node: Json) => void;
  /** Returns whether there was a node to remove. */
  readonly remove: (path: Path) => boolean;
  /** Returns whether there was a place to move to. */
  readonly move: (path: Path, direction: Direction) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** An automation being edited, with the selected node and the undo history. */
export function useDraft(start: Automation, chosen: Path): Draft {
  const [editing, setEditing] = useState<Editing>({
    automation: start,
    path: chosen,
    before: [],
    after: [],
    setting: '',
  });
  const change = useCallback((next: (current: Editing) => Changed) => {
    setEditing((current) => ({
      ...next(current),
      before: withCurrent(current),
      after: [],
      setting: '',
    }));
  }, []);
  const { automation } = editing;
  return useMemo<Draft>(
    () => ({
      automation,
      path: editing.path,
      canUndo: editing.before.length > 0,
      canRedo: editing.after.length > 0,
      choose: (path) => setEditing((current) => ({ ...current, path, setting: '' })),
      set: (path, value, by = 'field') =>
        setEditing((current) => ({
          ...afterSetting(current, `${by} ${sameKey(path)}`),
          automation: replaceAt(current.automation, path, value),
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

const afterSetting = (current: Editing, setting: string): Editing => ({
  ...current,
  before: setting === current.setting ? current.before : withCurrent(current),
  after: [],
  setting,
});

const withCurrent = (current: Editing): readonly Changed[] => [
  ...current.before.slice(1 - HISTORY),
  only(current),
];

const only = ({ automation, path }: Changed): Changed => ({ automation, path });

function stepBack(current: Editing): Editing {
  const last = current.before.at(-1);
  if (!last) return current;
  return {
    ...only(last),
    before: current.before.slice(0, -1),
    after: [only(current), ...current.after],
    setting: '',
  };
}

function stepForward(current: Editing): Editing {
  const [next, ...after] = current.after;
  if (!next) return current;
  return { ...only(next), before: [...current.before, only(current)], after, setting: '' };
}
