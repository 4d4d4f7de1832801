import { useState } from 'react';
import type { ErrandSchemas } from '@errand/client';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';
import type { SessionDesk } from './session-desk.ts';
import { useCommand } from './use-command.ts';

interface LocatorTrialProps {
  readonly desk: SessionDesk;
  readonly isReady: boolean;
}

/** Tries a locator on the page: shows how many elements match and outlines them on the screen. */
export function LocatorTrial({ desk, isReady }: LocatorTrialProps) {
  const [command, setCommand] = useState('');
  const locate = useCommand(desk, desk.locate);
  return (
    <form
      className="trial"
      onSubmit={(event) => {
        event.preventDefault();
        if (command.trim() !== '') locate.mutate(command.trim());
      }}
    >
      <div className="field">
        <label htmlFor="trial">Try a locator</label>
        <div className="with-button">
          <input
            id="trial"
            className="input mono"
            spellCheck={false}
            autoComplete="off"
            placeholder='get_by_role("button", name="Save")'
            value={command}
            onChange={(event) => setCommand(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!isReady || locate.isPending}>
            Try
          </Button>
        </div>
      </div>
      <Problem error={locate.error} />
      {locate.data && <Matches found={locate.data} />}
    </form>
  );
}

interface MatchesProps {
  readonly found: ErrandSchemas['LocateAnswer'];
}

export function Matches({ found: { count, matches } }: MatchesProps) {
  return (
    <div className="matches">
      <p role="status">
        <strong>{count === 0 ? 'No element' : formatCount(count, 'element')}</strong>
        {count > matches.length && `, the first ${matches.length} of them:`}
      </p>
      <ol>
        {matches.map((match, index) => (
          // The elements have no IDs to use as keys.
          <li key={index}>
            <code>{match.role ?? match.tag ?? 'element'}</code> {match.name ?? match.text}{' '}
            <span className="soft numbers">
              {match.box
                ? `${Math.round(match.box.width)} × ${Math.round(match.box.height)} at ${Math.round(match.box.x)}, ${Math.round(match.box.y)}`
                : 'no box'}
              {!match.is_visible && ', hidden'}
              {match.frame && `, in ${match.frame}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
