import { useEffect, useRef, useState } from 'react';
import type { Fault } from './use-check.ts';
import type { JsonEditor } from './json-editor.ts';

interface JsonPaneProps {
  readonly label: string;
  readonly value: unknown;
  /** Paths are relative to the value. */
  readonly faults: readonly Fault[];
  readonly onValue: (value: unknown) => void;
}

/** A value as editable JSON. Text that cannot be parsed stays in the editor only. */
export function JsonPane({ label, value, faults, onValue }: JsonPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor>(undefined);
  const changed = useRef(onValue);
  changed.current = onValue;
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      // CodeMirror is only loaded where JSON is edited.
      const { openJsonEditor } = await import('./json-editor.ts');
      if (isGone || !place.current) return;
      editor.current = openJsonEditor(place.current, {
        label,
        onChange: (next) => changed.current(next),
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
  }, [label]);
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
    </div>
  );
}
