import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { formatCount, formatDuration, shortId } from '../../ui/format.ts';
import { WaitPicture } from './wait-picture.tsx';

interface WhyWaitingProps {
  readonly taskId: string;
}

/** Why a queued task waits, for how long, and which tasks hold what it needs. */
export function WhyWaiting({ taskId }: WhyWaitingProps) {
  const errand = useErrand();
  const { data } = useQuery({
    queryKey: ['queue', 'task', taskId],
    queryFn: ({ signal }) => {
      const params = { path: { task_id: taskId } };
      return dataOf(errand.api.GET('/api/v1/tasks/{task_id}/queue', { params, signal }));
    },
  });
  if (!data || data.queue.reason === null) return null;
  const { message, position, estimated_seconds: seconds, held_by: holders } = data.queue;
  const isMore = data.queue.position_is_lower_bound;
  return (
    <div className="notice care wait">
      <WaitPicture wait={data.queue} />
      <div>
        <p>{message}</p>
        <p>
          {position !== null && <>{describePlace(position, isMore)} </>}
          {seconds !== null && <>Starts in about {formatDuration(seconds * 1_000)}. </>}
          {holders.length > 0 && 'Held by '}
          {holders.map((id) => (
            <span key={id}>
              <Link to="/tasks/$taskId" params={{ taskId: id }}>
                {shortId(id)}
              </Link>{' '}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

function describePlace(position: number, isMore: boolean): string {
  if (isMore) return `More than ${formatCount(position - 1, 'task is', 'tasks are')} ahead.`;
  return position === 1
    ? 'It is next.'
    : `${formatCount(position - 1, 'task is', 'tasks are')} ahead.`;
}
