import { useMemo, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { valueAt } from '../nodes/paths.ts';
import { type Automation, sameKey } from './draft/automation-draft.ts';
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
  const [view, setView] = useState<'step' | 'all'>('step');
  const isWhole = view === 'all' || !isNodeChosen;
  const path = useMemo(() => (isWhole ? [] : draft.path), [isWhole, draft.path]);
  const shown = useMemo(
    () =>
      faultsAt(faults, path).map((fault) => ({ ...fault, path: fault.path.slice(path.length) })),
    [faults, path],
  );
  const change = (value: unknown): string => {
    const wanted = isWhole ? unwrap(value) : value;
    const problem = isWhole ? refuseAutomation(wanted) : refuseStep(wanted);
    if (problem === '') draft.set(path, wanted, 'json');
    return problem;
  };
  return (
    <section className="editor-json" aria-label="JSON">
      <div className="section-head">
        <h2>JSON</h2>
        <div className="actions">
          {VIEWS.map(([each, words]) => (
            <button
              key={each}
              type="button"
              className={buttonClass({ small: true })}
              aria-pressed={(each === 'all') === isWhole}
              disabled={each === 'step' && !isNodeChosen}
              onClick={() => setView(each)}
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

/** The automation of a whole recording, as the command line writes it to a file. */
function unwrap(value: unknown): unknown {
  const { automation } = (isObject(value) ? value : {}) as { readonly automation?: unknown };
  return automation ?? value;
}

const refuseStep = (value: unknown): string =>
  isObject(value) ? '' : 'A step is an object in braces.';

/** Why the value cannot be shown as an automation; the server's check finds all other faults. */
function refuseAutomation(value: unknown): string {
  if (!isObject(value)) return 'An automation is an object with "nodes" and "parameters".';
  const { nodes, parameters } = value as Partial<Automation>;
  if (!Array.isArray(nodes)) return 'The automation has no list "nodes".';
  if (!isObject(parameters)) return 'The automation has no object "parameters".';
  return isObject(parameters?.input_parameters)
    ? ''
    : '"parameters" of the automation has no object "input_parameters".';
}
