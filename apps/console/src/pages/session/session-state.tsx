import { Mark } from '../../ui/status.tsx';
import { formatName } from '../../ui/format.ts';
import type { DebugSession } from './session-desk.ts';

interface SessionStateProps {
  readonly session: DebugSession;
}

const LOOKS = { opening: 'queued', ready: 'success', busy: 'running', ended: 'cancelled' } as const;

/** What the session is doing, where it is, and why it ended. */
export function SessionState({ session }: SessionStateProps) {
  const { state, page_url: url, position, end_reason: reason, error } = session;
  return (
    <div className="session-state">
      <div role="status">
        <Mark
          look={LOOKS[state]}
          words={state === 'ended' ? `ended: ${formatName(reason ?? '')}` : state}
        />
        {state === 'ready' && (
          <span className="soft">
            {position === null ? ' after the last step' : ' next: '}
            {position !== null && <code>{position}</code>}
          </span>
        )}
      </div>
      {session.is_damaged && (
        <div className="notice">
          What the worker last reported cannot be decrypted. It is reported again after the next
          step.
        </div>
      )}
      {url !== null && <p className="soft mono wrap">{url}</p>}
      {error !== null && <div className="notice bad">{error}</div>}
      {session.failure !== null && (
        <div className="notice bad">
          <strong>{formatName(session.failure.class)}.</strong> {session.failure.message}
        </div>
      )}
    </div>
  );
}
