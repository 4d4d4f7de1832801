import type { ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { formatName, formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';

interface FailuresProps {
  /** Start of the period in which the tasks ended. */
  readonly from: string;
  readonly groups: readonly ErrandSchemas['StatisticGroup'][];
}

/** The most frequent kinds of failures, with links to their tasks. */
export function FailuresByClass({ from, groups }: FailuresProps) {
  const failures = groups
    .flatMap(({ value, total }) => (value === null ? [] : [{ value, count: total.failed }]))
    .toSorted((one, other) => other.count - one.count);
  const most = Math.max(1, ...failures.map(({ count }) => count));
  return (
    <Section title="Failures by class">
      {failures.length === 0 ? (
        <div className="empty">No task has failed in the last 24 hours.</div>
      ) : (
        <ul className="card bars">
          {failures.map(({ value, count }) => (
            <li key={value}>
              <Link
                to="/tasks"
                search={{ status: 'failed', error_class: value, completed_after: from }}
              >
                {formatName(value)}
              </Link>
              <div className="bar-track">
                <div className="bar" style={{ width: `${(100 * count) / most}%` }} />
              </div>
              <span className="numbers">{formatNumber(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
