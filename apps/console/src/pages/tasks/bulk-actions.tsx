import { dataOf } from '@errand/client';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { useChange } from '../../api/change.ts';
import type { ListedTask } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { formatCount } from '../../ui/format.ts';

const FINAL: ReadonlySet<string> = new Set(['success', 'failed', 'cancelled']);
const CAN_BE_RETRIED: ReadonlySet<string> = new Set(['failed', 'cancelled']);
/** The maximum per request. */
const AT_ONCE = 100;

interface BulkProps {
  readonly tasks: readonly ListedTask[];
  readonly chosen: ReadonlySet<string>;
  readonly total: string;
  readonly onClear: () => void;
}

/** Cancels or retries the selected tasks. */
export function BulkActions({ tasks, chosen, total, onClear }: BulkProps) {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const selected = tasks.filter(({ task_id: id }) => chosen.has(id));
  const open = selected.filter(({ status }) => !FINAL.has(status)).map(({ task_id: id }) => id);
  const failed = selected.filter(({ status }) => CAN_BE_RETRIED.has(status));
  const cancel = useChange({
    run: (ids: readonly string[]) =>
      inParts(ids, (part) =>
        dataOf(errand.api.POST('/api/v1/tasks/cancel', { body: { task_ids: part } })),
      ),
    done: (answers) =>
      `${formatCount(
        sum(answers, (each) => each.cancelled_count + each.cancel_requested_count),
        'task',
      )} cancelled.`,
  });
  const retry = useChange({
    run: (ids: readonly string[]) =>
      inParts(ids, (part) =>
        dataOf(errand.api.POST('/api/v1/tasks/retry', { body: { task_ids: part } })),
      ),
    done: (answers) =>
      `${formatCount(
        sum(answers, (each) => each.retried_count),
        'task',
      )} submitted again.`,
  });
  return (
    <div className="bulk">
      <span role="status">
        {chosen.size === 0 ? total : `${formatCount(selected.length, 'task')} chosen of ${total}`}
      </span>
      {mayChange && (
        <div className="actions">
          {chosen.size > 0 && (
            <Button small look="quiet" onPress={onClear}>
              Clear choice
            </Button>
          )}
          {open.length > 0 && (
            <FormDialog
              small
              look="danger"
              label={`Cancel ${open.length}`}
              title={`Cancel ${formatCount(open.length, 'task')}?`}
              text="Running tasks are stopped. What they have done on sites is not undone."
              confirm="Cancel them"
              onSend={() => cancel.mutateAsync(open).then(onClear)}
            />
          )}
          {failed.length > 0 && (
            <FormDialog
              small
              label={`Retry ${failed.length}`}
              title={`Retry ${formatCount(failed.length, 'task')}?`}
              text="Each becomes a new task with the same inputs and the current version of its recording."
              confirm="Retry them"
              onSend={() => retry.mutateAsync(failed.map(({ task_id: id }) => id)).then(onClear)}
            />
          )}
        </div>
      )}
    </div>
  );
}

async function inParts<Answer>(
  ids: readonly string[],
  send: (part: string[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    answers.push(await send(ids.slice(start, start + AT_ONCE)));
  }
  return answers;
}

const sum = <Answer,>(answers: readonly Answer[], count: (answer: Answer) => number): number =>
  answers.reduce((total, answer) => total + count(answer), 0);
