import { useMemo, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { type Automation, sameKey, valueAt } from './draft/automation-draft.ts';
import type { Draft } from './draft/use-draft.ts';
import { JsonPane } from './json-pane.tsx';
import { type Fault, faultsAt } from './use-check.ts';

interface EditorJsonProps {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  readonly isNodeChosen: boolean;
}

const VIEWS = [
  ['step', 'This step'],
  ['all', 'Whole automation'],
] as const;

/** The selected step, or the whole automation, as JSON beside the form. */
export function EditorJson({ draft, faults, isNodeChosen }: EditorJsonProps) {
  const [wanted, setWanted] = useState<'step' | 'all'>('step');
  const isWhole = wanted === 'all' || !isNodeChosen;
  const path = useMemo(() => (isWhole ? [] : draft.path), [isWhole, draft.path]);
  const shown = useMemo(
    () =>
      faultsAt(faults, path).map((fault) => ({ ...fault, path: fault.path.slice(path.length) })),
    [faults, path],
  );
  const change = (value: unknown) => {
    if (isWhole ? isAutomation(value) : isObject(value)) draft.set(path, value, 'json');
  };
  return (
    <section className="editor-json" aria-label="JSON">
      <div className="section-head">
        <h2>JSON</h2>
        <div className="actions">
          {VIEWS.map(([view, words]) => (
            <button
              key={view}
              type="button"
              className={buttonClass({ small: true })}
              aria-pressed={(view === 'all') === isWhole}
              disabled={view === 'step' && !isNodeChosen}
              onClick={() => setWanted(view)}
            >
              {words}
            </button>
          ))}
        </div>
      </div>
      <JsonPane
        // Each step has its own undo history.
        key={sameKey(path)}
        label={isWhole ? 'JSON of the automation' : 'JSON of the step'}
        value={valueAt(draft.automation, path)}
        faults={shown}
        onValue={change}
      />
    </section>
  );
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value can be shown as an automation; the server's check finds all other faults. */
function isAutomation(value: unknown): value is Automation {
  if (!isObject(value)) return false;
  const { nodes, parameters } = value as Partial<Automation>;
  return Array.isArray(nodes) && isObject(parameters) && isObject(parameters?.input_parameters);
}
