import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatName } from '../../ui/format.ts';
import type { Path } from '../nodes/paths.ts';
import type { NodeRow } from './draft/automation-draft.ts';
import type { Draft } from './draft/use-draft.ts';
import { innerListsOf } from './schema/change-kind.ts';
import { kindOf, newNode, type NodeKind } from './schema/node-kinds.ts';

interface AddNodeProps {
  readonly draft: Draft;
  readonly chosen: NodeRow | undefined;
  readonly kinds: readonly NodeKind[];
}

const FIRST = 'interaction_action.click_element';
const WORDS = {
  nodes: 'inside',
  reset_nodes: 'between iterations',
  if_nodes: 'to “then”',
  else_nodes: 'to “else”',
} as const;

/** Adds a step of the chosen kind after the selected step, or inside it. */
export function AddNode({ draft, chosen, kinds }: AddNodeProps) {
  const [key, setKey] = useState(FIRST);
  const inner = chosen ? innerListsOf(kindOf(kinds, chosen.node)) : [];
  const add = (path: Path) => {
    const kind = kinds.find((each) => each.key === key);
    if (kind) draft.insert(path, newNode(kind));
  };
  const after: Path = chosen
    ? [...chosen.path.slice(0, -1), Number(chosen.path.at(-1)) + 1]
    : ['nodes', draft.automation.nodes.length];
  return (
    <div className="add-node">
      <KindChoice label="New step" kinds={kinds} value={key} onChoose={setKey} />
      <div className="actions">
        <Button small onPress={() => add(after)}>
          Add
        </Button>
        {chosen &&
          inner.map((list) => (
            <Button
              key={list}
              small
              onPress={() => add([...chosen.path, list, lengthOf(chosen.node[list])])}
            >
              Add {WORDS[list]}
            </Button>
          ))}
      </div>
    </div>
  );
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

interface KindChoiceProps {
  readonly label: string;
  readonly kinds: readonly NodeKind[];
  readonly value: string;
  readonly onChoose: (key: string) => void;
}

/** Everything a step can do, by group. */
export function KindChoice({ label, kinds, value, onChoose }: KindChoiceProps) {
  const groups = Map.groupBy(kinds, ({ key, path }) =>
    path.length > 1 ? formatName(key.split('_')[0] ?? '') : 'other',
  );
  return (
    <label className="field">
      <span>{label}</span>
      <select
        className="input"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {value === '' && <option value="">choose…</option>}
        {[...groups].map(([group, members]) => (
          <optgroup key={group} label={group}>
            {members.map(({ key, name }) => (
              <option key={key} value={key}>
                {formatName(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
