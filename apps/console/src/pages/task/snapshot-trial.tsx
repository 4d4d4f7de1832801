import type { SnapshotTrial as Trial } from '@errand/locators/stored';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';

interface SnapshotTrialProps {
  readonly snapshot: string;
  /** Button that opens a session on the page itself. */
  readonly openSession: ReactNode;
}

const MOST_SHOWN = 20;

/** Tries a locator on the stored elements of a page. */
export function SnapshotTrial({ snapshot, openSession }: SnapshotTrialProps) {
  const id = useId();
  const [text, setText] = useState('');
  const command = text.trim();
  // The grammar of locators is loaded when it is needed.
  const { data: stored, error } = useQuery({
    queryKey: ['stored-locators'],
    queryFn: () => import('@errand/locators/stored'),
    enabled: command !== '',
    staleTime: Infinity,
    structuralSharing: false,
  });
  return (
    <div className="field trial">
      <label htmlFor={id}>Try a locator</label>
      <input
        id={id}
        className="input mono"
        spellCheck={false}
        autoComplete="off"
        placeholder='get_by_role("button", name="Save")'
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status" className="matches">
        <Problem error={error} />
        {stored && command !== '' && (
          <Answer trial={stored.tryOnSnapshot(snapshot, command)} openSession={openSession} />
        )}
      </div>
    </div>
  );
}

interface AnswerProps extends Pick<SnapshotTrialProps, 'openSession'> {
  readonly trial: Trial;
}

function Answer({ trial, openSession }: AnswerProps) {
  if (trial.kind === 'invalid') return <pre className="notice bad">{trial.why}</pre>;
  if (trial.kind === 'not-stored') {
    return (
      <div className="notice care section">
        <p>{trial.why} A debug session has the page itself.</p>
        <div>{openSession}</div>
      </div>
    );
  }
  const { lines, doubts, isCut } = trial;
  const what = doubts.length > 0 ? 'stored element' : 'element';
  return (
    <>
      <p>
        <strong>{lines.length === 0 ? `No ${what}` : formatCount(lines.length, what)}</strong>
        {isCut && ' in the part of the page that is stored'}
        {lines.length > MOST_SHOWN && `, the first ${MOST_SHOWN} of them:`}
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} className="soft">
          {doubt}
        </p>
      ))}
      <ol>
        {lines.slice(0, MOST_SHOWN).map((line, index) => (
          // Equal lines are different elements, so the text cannot be the key.
          <li key={index}>
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </>
  );
}
