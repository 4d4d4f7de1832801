import { useState } from 'react';
import { formatCount } from './format.ts';

interface ResultsProps {
  /** What was asked for: filters or a search. */
  readonly asked: string;
  /** How many were found; undefined while they are being fetched. */
  readonly count: number | undefined;
  readonly hasMore: boolean;
  readonly one: string;
  readonly many?: string;
}

/**
 * Announces to screen readers what a changed filter has found. What events change later is not
 * announced, nor what the page finds when it opens.
 */
export function Results({ asked, count, hasMore, one, many }: ResultsProps) {
  const [heard, setHeard] = useState({ asked, words: '' });
  if (count !== undefined && heard.asked !== asked) {
    const words = `${hasMore ? 'The first ' : ''}${formatCount(count, one, many)}`;
    setHeard({ asked, words });
  }
  return (
    <p className="unseen" role="status">
      {heard.words}
    </p>
  );
}
