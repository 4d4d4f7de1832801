import { dataOf, type ErrandSchemas } from '@errand/client';
import { tellRefusal, useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';

interface ScheduleProps {
  readonly schedule: ErrandSchemas['Schedule'];
}

interface PauseProps extends ScheduleProps {
  /** Whether the buttons are in a table. */
  readonly small?: boolean;
}

export function PauseSchedule({
  schedule: { schedule_id: id, name, paused },
  small = false,
}: PauseProps) {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const change = useChange({
    run: () => {
      const params = { path: { schedule_id: id } };
      const body = { paused: !paused };
      return dataOf(errand.api.PATCH('/api/v1/schedules/{schedule_id}', { params, body }));
    },
    done: ({ schedule }) => `“${schedule.name}” is ${schedule.paused ? 'paused' : 'active'}.`,
  });
  if (!mayChange) return null;
  const words = paused ? 'Resume' : 'Pause';
  return (
    <Button
      small={small}
      label={`${words} ${name}`}
      disabled={change.isPending}
      onPress={() => change.mutate(undefined, tellRefusal)}
    >
      {words}
    </Button>
  );
}

export function DeleteSchedule({ schedule: { schedule_id: id, name } }: ScheduleProps) {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const remove = useChange({
    run: () => {
      const params = { path: { schedule_id: id } };
      return dataOf(errand.api.DELETE('/api/v1/schedules/{schedule_id}', { params }));
    },
    done: ({ message }) => message,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      small
      look="danger"
      label="Delete"
      name={`Delete ${name}`}
      title={`Delete the schedule “${name}”?`}
      text="Tasks that it has submitted are kept."
      confirm="Delete it"
      onSend={() => remove.mutateAsync(undefined)}
    />
  );
}
