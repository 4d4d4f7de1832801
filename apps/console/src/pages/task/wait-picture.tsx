import type { ErrandSchemas } from '@errand/client';

type Wait = ErrandSchemas['TaskQueue'];

const MOST_SHOWN = 12;

const GATES: Readonly<Record<NonNullable<Wait['reason']>, string>> = {
  paused: 'paused',
  login_busy: 'login in use',
  portal_limit: 'portal is full',
  account_limit: 'account limit',
  warm_session_busy: 'warm session',
  no_worker: 'free slot',
};

interface WaitPictureProps {
  readonly wait: Wait;
}

/**
 * Draws the wait: the tasks ahead, this task, what they wait for and the places behind that. The
 * text beside it says the same.
 */
export function WaitPicture({ wait }: WaitPictureProps) {
  const { reason, position, held_by: holders, position_is_lower_bound: isMore } = wait;
  if (reason === null) return null;
  const ahead = Math.max(0, (position ?? 1) - 1);
  const hidden = ahead - MOST_SHOWN;
  return (
    <div className="wait-picture" aria-hidden="true">
      <span className="slots">
        {hidden > 0 && <span>{`+${hidden}${isMore ? '…' : ''}`}</span>}
        {hidden <= 0 && isMore && <span>…</span>}
        <Shapes count={ahead} look="waiting" />
        <i className="waiting own" />
      </span>
      <span className="arrow" />
      <span className={reason === 'paused' ? 'gate shut' : 'gate'}>{GATES[reason]}</span>
      <span className="arrow" />
      <span className="slots">
        <Shapes count={holders.length} look="busy" />
        {holders.length === 0 && <i className="free" />}
      </span>
    </div>
  );
}

interface ShapesProps {
  readonly count: number;
  readonly look: string;
}

function Shapes({ count, look }: ShapesProps) {
  return Array.from({ length: Math.min(count, MOST_SHOWN) }, (_none, index) => (
    <i key={index} className={look} />
  ));
}
