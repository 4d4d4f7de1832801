import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { formatMoney, formatNumber, formatShare } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { FailuresByClass } from './failures-by-class.tsx';
import { NeedsPerson } from './needs-person.tsx';
import { Plots } from './plots.tsx';
import { readLastDay } from './last-day.ts';

export function HomePage() {
  const errand = useErrand();
  const day = useQuery({
    queryKey: ['home', 'last-day'],
    queryFn: ({ signal }) => readLastDay(errand, signal),
  });
  const now = useQuery({
    queryKey: ['home', 'now'],
    queryFn: ({ signal }) => dataOf(errand.api.GET('/api/v1/me', { signal })),
  });
  return (
    <Page title="Home" text="What is running now, and how the last 24 hours went.">
      <NeedsPerson />
      <Loaded query={now}>
        {({ tasks }) => (
          <dl className="figures">
            <Figure
              name="Running"
              value={formatNumber(tasks.running)}
              note={tasks.may_run === null ? 'no limit' : `of ${formatNumber(tasks.may_run)}`}
            />
            <Figure
              name="Waiting"
              value={formatNumber(tasks.waiting)}
              note={tasks.is_paused ? 'the account is paused' : 'for a worker or their login'}
            />
            <Figure
              name="Ended"
              value={day.data ? formatNumber(day.data.total.tasks) : '–'}
              note={day.data ? `${formatNumber(day.data.total.failed)} failed` : 'in 24 hours'}
            />
            <Figure
              name="Success"
              value={formatShare(day.data?.total.success_rate ?? null)}
              note="of those not cancelled"
            />
            <Figure
              name="Models"
              value={day.data ? formatMoney(day.data.total.model_cost_usd) : '–'}
              note="in 24 hours"
            />
          </dl>
        )}
      </Loaded>
      <Loaded query={day}>
        {(figures) => (
          <>
            <Plots figures={figures} />
            <FailuresByClass from={figures.from} groups={figures.groups} />
          </>
        )}
      </Loaded>
      <p className="soft">
        <Link to="/tasks">All tasks</Link>
      </p>
    </Page>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>
        {value} <small>{note}</small>
      </dd>
    </div>
  );
}
