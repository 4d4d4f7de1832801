import { useState } from 'react';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { useChange } from '../../api/change.ts';
import type { ListedTask } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { formatCount } from '../../ui/format.ts';
import { type BulkOutcome, describeCancellations, describeRetries } from './bulk-outcome.ts';
import type { MatchingTasks } from './matching-tasks.ts';

const FINAL: ReadonlySet<string> = new Set(['success', 'failed', 'cancelled']);
const CAN_BE_RETRIED: ReadonlySet<string> = new Set(['failed', 'cancelled']);

interface BulkProps {
  readonly tasks: readonly ListedTask[];
  readonly chosen: ReadonlySet<string>;
  readonly total: string;
  /** Requests for every task of the list, if all are chosen, even those that are not loaded. */
  readonly all: MatchingTasks | undefined;
  /** Chooses every task of the list; undefined if the API has no request for them. */
  readonly onChooseAll: (() => void) | undefined;
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Cancels or retries the selected tasks. */
export function BulkActions(props: BulkProps) {
  const { tasks, chosen, total, all, onChooseAll, onChoose } = props;
  const mayChange = useMay('submit');
  const [left, setLeft] = useState<string>();
  const selected = idsOf(tasks, ({ task_id: id }) => chosen.has(id)).length;
  const finish = (outcome: BulkOutcome) => {
    setLeft(outcome.left);
    onChoose(outcome.leftIds);
  };
  return (
    <div className="bulk">
      <span
        role="status"
        title={
          total.startsWith('about')
            ? 'Estimated from the database’s statistics, which lag some minutes behind many new tasks.'
            : undefined
        }
      >
        {all && `All ${total} chosen`}
        {!all &&
          (chosen.size === 0 ? total : `${formatCount(selected, 'task')} chosen of ${total}`)}
      </span>
      {mayChange && (
        <div className="actions">
          {onChooseAll && (
            <Button small look="quiet" onPress={onChooseAll}>
              Choose all that match
            </Button>
          )}
          {(all ?? chosen.size > 0) && (
            <Button small look="quiet" onPress={() => onChoose([])}>
              Clear choice
            </Button>
          )}
          <CancelChosen {...props} onDone={finish} />
          <RetryChosen {...props} onDone={finish} />
        </div>
      )}
      {left !== undefined && (
        <div className="notice bad" role="alert">
          <p>{left}</p>
          <Button small onPress={() => setLeft(undefined)}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

interface ChosenProps extends BulkProps {
  readonly onDone: (outcome: BulkOutcome) => void;
}

function CancelChosen({ tasks, chosen, total, all, onDone }: ChosenProps) {
  const errand = useErrand();
  const ids = idsOf(tasks, ({ task_id: id, status }) => chosen.has(id) && !FINAL.has(status));
  const request = all ? all.cancel : ids.length > 0 ? { task_ids: ids } : undefined;
  const cancel = useChange({
    run: async (body: Parameters<typeof errand.cancelTasks>[0]) =>
      describeCancellations(await errand.cancelTasks(body)),
    done: ({ done }) => done,
  });
  if (!request) return null;
  return (
    <FormDialog
      small
      look="danger"
      label={all ? 'Cancel all' : `Cancel ${ids.length}`}
      title={`Cancel ${all ? `all ${total}` : formatCount(ids.length, 'task')}?`}
      text="Running tasks are stopped. What they have done on sites is not undone."
      confirm="Cancel them"
      onSend={() => cancel.mutateAsync(request).then(onDone)}
    />
  );
}

function RetryChosen({ tasks, chosen, total, all, onDone }: ChosenProps) {
  const errand = useErrand();
  const ids = idsOf(
    tasks,
    ({ task_id: id, status }) => chosen.has(id) && CAN_BE_RETRIED.has(status),
  );
  const request = all ? all.retry : ids.length > 0 ? { task_ids: ids } : undefined;
  const retry = useChange({
    run: async (body: Parameters<typeof errand.retryTasks>[0]) =>
      describeRetries(await errand.retryTasks(body)),
    done: ({ done }) => done,
  });
  if (!request) return null;
  return (
    <FormDialog
      small
      label={all ? 'Retry all' : `Retry ${ids.length}`}
      title={`Retry ${all ? `all ${total}` : formatCount(ids.length, 'task')}?`}
      text="Each becomes a new task with the same inputs and the current version of its recording."
      confirm="Retry them"
      onSend={() => retry.mutateAsync(request).then(onDone)}
    />
  );
}

const idsOf = (tasks: readonly ListedTask[], isChosen: (task: ListedTask) => boolean): string[] =>
  tasks.filter(isChosen).map(({ task_id: id }) => id);
