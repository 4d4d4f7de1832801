import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 200;

/** Whether something lasts longer than a person would take for immediate. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setSlow(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isSlow;
}

interface ProgressProps {
  readonly isShown: boolean;
}

/** Says that the next page is on its way. Screen readers announce it, too. */
export function Progress({ isShown }: ProgressProps) {
  return (
    <div className="progress-place" role="status">
      {isShown && <div className="progress">Loading the page…</div>}
    </div>
  );
}
