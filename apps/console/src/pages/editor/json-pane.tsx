import { useContext, useEffect, useRef, useState } from 'react';
import { tell } from '../../ui/tell.ts';
import type { Fault } from './use-check.ts';
import type { JsonEditor } from './json-editor.ts';
import { UnappliedContext } from './use-unapplied.ts';

interface JsonPaneProps {
  readonly label: string;
  readonly value: unknown;
  /** Paths are relative to the value. */
  readonly faults: readonly Fault[];
  /** Returns why the value cannot be used; empty if it is used. */
  readonly onValue: (value: unknown) => string;
}

/** A value as editable JSON. Text that cannot be used stays in the editor, which says so. */
export function JsonPane({ label, value, faults, onValue }: JsonPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor>(undefined);
  const changed = useRef(onValue);
  changed.current = onValue;
  const [isLoaded, setLoaded] = useState(false);
  const { problem, setProblem } = useProblem(label);
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      // CodeMirror is only loaded where JSON is edited.
      const { openJsonEditor } = await import('./json-editor.ts');
      if (isGone || !place.current) return;
      editor.current = openJsonEditor(place.current, {
        label,
        onChange: (next) => setProblem(changed.current(next)),
        onUnreadable: (reason) => setProblem(`The text is not JSON: ${reason}`),
        onShown: () => setProblem(''),
      });
      setLoaded(true);
    };
    void open();
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = undefined;
      setLoaded(false);
    };
  }, [label, setProblem]);
  useEffect(() => {
    if (isLoaded) editor.current?.show(value);
  }, [isLoaded, value]);
  useEffect(() => {
    if (isLoaded) editor.current?.mark(faults);
  }, [isLoaded, faults, value]);
  return (
    <div className="json-pane">
      <div ref={place} />
      {!isLoaded && <p className="soft">Loading…</p>}
      {problem !== '' && (
        <p className="field-fault" role="alert">
          Not applied. {problem}
        </p>
      )}
    </div>
  );
}

/** Reports why the text is not in the draft, and warns when its editor closes and drops it. */
function useProblem(label: string) {
  const report = useContext(UnappliedContext);
  const [problem, setProblem] = useState('');
  const current = useRef('');
  current.current = problem;
  useEffect(() => report(label, problem), [label, problem, report]);
  useEffect(
    () => () => {
      report(label, '');
      if (current.current !== '') tell(`The ${label} was not applied and is dropped.`);
    },
    [label, report],
  );
  return { problem, setProblem };
}
