import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatName } from '../../ui/format.ts';
import { rowAfter } from '../../ui/row-after.ts';
import { tell } from '../../ui/tell.ts';
import { type NodeRow, sameKey } from './draft/automation-draft.ts';
import type { Direction } from './draft/change-nodes.ts';
import type { Draft } from './draft/use-draft.ts';
import { describeNode, kindOf, type NodeKind } from './schema/node-kinds.ts';
import { type Fault, faultsOf } from './use-check.ts';

interface NodeListProps {
  readonly draft: Draft;
  readonly rows: readonly NodeRow[];
  readonly kinds: readonly NodeKind[];
  readonly faults: readonly Fault[];
  /** Path of the node that the session is at. */
  readonly position: string | undefined;
}

const MOVES: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const WORDS: Readonly<Record<Direction, string>> = {
  up: 'up',
  down: 'down',
  in: 'into the step above',
  out: 'out of the step around it',
};

/** The steps, with inner ones below their loop or branch. Arrows select; Alt with arrows moves. */
export function NodeList({ draft, rows, kinds, faults, position }: NodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  const chosen = rows.findIndex(({ path }) => sameKey(path) === sameKey(draft.path));
  const hadFocus = useRef(false);
  useEffect(() => {
    // After a move, the row is a different element.
    if (hadFocus.current) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [chosen, draft.automation]);
  const remove = () => {
    if (draft.remove(draft.path)) tell('Removed. Undo brings it back.');
  };
  const move = (direction: Direction) => {
    if (chosen === -1) return;
    const isMoved = draft.move(draft.path, direction);
    tell(isMoved ? `Moved ${WORDS[direction]}.` : `It cannot be moved ${WORDS[direction]}.`);
  };
  const press = (event: KeyboardEvent) => {
    const direction = event.altKey ? MOVES[event.key] : undefined;
    if (direction) move(direction);
    else if (event.key === 'Delete') remove();
    else {
      const next = rowAfter(event.key, chosen, rows);
      if (!next) return;
      draft.choose(next.path);
    }
    event.preventDefault();
  };
  return (
    <div className="nodes">
      <ul
        ref={list}
        role="tree"
        aria-label="Steps"
        className="node-list"
        onKeyDown={press}
        onFocus={() => (hadFocus.current = true)}
        onBlur={() => (hadFocus.current = false)}
      >
        {rows.map((row, index) => (
          <Row
            key={sameKey(row.path)}
            row={row}
            kind={kindOf(kinds, row.node)}
            faults={faultsOf(faults, row.path)}
            isChosen={index === chosen}
            isTabStop={index === Math.max(0, chosen)}
            isNext={position !== undefined && row.wirePath === position}
            onChoose={() => draft.choose(row.path)}
          />
        ))}
      </ul>
      {chosen !== -1 && (
        <div className="actions node-moves">
          {(['up', 'down', 'in', 'out'] as const).map((direction) => (
            <Button
              key={direction}
              small
              label={`Move ${WORDS[direction]}`}
              onPress={() => move(direction)}
            >
              {{ up: '↑', down: '↓', in: '→', out: '←' }[direction]}
            </Button>
          ))}
          <Button small look="danger" onPress={remove}>
            Remove
          </Button>
        </div>
      )}
      <p className="soft">
        <kbd>↑</kbd> <kbd>↓</kbd> choose, with <kbd>Alt</kbd> they move; <kbd>Alt</kbd> <kbd>→</kbd>{' '}
        <kbd>←</kbd> into and out of loops.
      </p>
    </div>
  );
}

interface RowProps {
  readonly row: NodeRow;
  readonly kind: NodeKind | undefined;
  readonly faults: readonly Fault[];
  readonly isChosen: boolean;
  readonly isTabStop: boolean;
  readonly isNext: boolean;
  readonly onChoose: () => void;
}

function Row({ row, kind, faults, isChosen, isTabStop, isNext, onChoose }: RowProps) {
  const { depth, node, listName, wirePath } = row;
  const hasError = faults.some((fault) => fault.kind === 'error');
  return (
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      className="node-row"
      data-next={isNext}
      style={{ paddingLeft: `${0.5 + depth * 0.875}rem` }}
      title={wirePath}
      onClick={onChoose}
    >
      {listName !== undefined && <span className="node-list-name">{listName}</span>}
      <span className="node-name">
        {isNext && <span className="chip">next</span>} {formatName(kind?.name ?? 'nothing yet')}
        {faults.length > 0 && (
          <span className={hasError ? 'node-fault bad' : 'node-fault care'}>
            {hasError ? '✕' : '!'}
            <span className="unseen">{hasError ? ' has an error' : ' has a warning'}</span>
          </span>
        )}
      </span>
      <span className="node-target">{describeNode(kind, node)}</span>
    </li>
  );
}
