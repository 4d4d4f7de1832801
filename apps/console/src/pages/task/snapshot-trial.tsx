import { useId, useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { tryOnSnapshot } from './try-on-snapshot.ts';

interface SnapshotTrialProps {
  readonly snapshot: string;
}

/** Tries a locator on the stored elements of a page. */
export function SnapshotTrial({ snapshot }: SnapshotTrialProps) {
  const id = useId();
  const [command, setCommand] = useState('');
  const trial = command.trim() === '' ? undefined : tryOnSnapshot(snapshot, command);
  return (
    <div className="field trial">
      <label htmlFor={id}>Try a locator</label>
      <input
        id={id}
        className="input mono"
        spellCheck={false}
        autoComplete="off"
        placeholder='get_by_role("button", name="Save")'
        value={command}
        onChange={(event) => setCommand(event.currentTarget.value)}
      />
      <div role="status" className="matches">
        {trial?.kind === 'unreadable' && (
          <p className="soft">
            The stored page can be searched by role and name or by text only. For other locators,
            open a session.
          </p>
        )}
        {trial?.kind === 'found' && (
          <>
            <p>
              <strong>
                {trial.lines.length === 0
                  ? 'No element'
                  : formatCount(trial.lines.length, 'element')}
              </strong>
              {trial.isCut && ' in the part of the page that is stored'}
            </p>
            <ol>
              {trial.lines.slice(0, 20).map((line, index) => (
                // Equal lines are different elements, so the text cannot be the key.
                <li key={index}>
                  <code>{line}</code>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  );
}
