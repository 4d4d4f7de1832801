import { dataOf, type ErrandSchemas } from '@errand/client';
import { useRef, useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { SecretsField } from '../inputs/secrets-field.tsx';
import { describeCron } from './describe-cron.ts';
import { readChanges, readSchedule, writeTask } from './schedule-values.ts';

type Schedule = ErrandSchemas['Schedule'];

const OVERLAPS = [
  ['skip', 'Skip that run'],
  ['allow', 'Submit another task'],
] as const;

const CATCH_UPS = [
  ['none', 'Leave them out'],
  ['once', 'Submit one task for all of them'],
] as const;

const CRON_HELP = 'A cron expression: 30 2 * * 1-5 is 2:30 from Monday to Friday.';

const OTHERS_HELP =
  'JSON, such as {"priority": 1, "max_timeout_in_minutes": 20, "use_proxy": true, "task_callback_url": "https://erp.example.com/results"}.';

export function CreateSchedule() {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const create = useChange({
    run: (body: ErrandSchemas['CreateScheduleRequest']) =>
      dataOf(errand.api.POST('/api/v1/schedules', { body })),
    done: ({ schedule }) => `The schedule “${schedule.name}” was created.`,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      look="main-action"
      label="New schedule"
      title="New schedule"
      confirm="Create it"
      onSend={(texts) => create.mutateAsync(readSchedule(texts))}
    >
      <ScheduleFields />
    </FormDialog>
  );
}

interface EditProps {
  readonly schedule: Schedule;
}

export function EditSchedule({ schedule }: EditProps) {
  /** What the fields showed when the form was opened: the schedule is refetched in the meantime. */
  const opened = useRef(schedule);
  const errand = useErrand();
  const mayChange = useMay('submit');
  const change = useChange({
    run: (body: ErrandSchemas['UpdateScheduleRequest']) => {
      const params = { path: { schedule_id: schedule.schedule_id } };
      return dataOf(errand.api.PATCH('/api/v1/schedules/{schedule_id}', { params, body }));
    },
    done: ({ schedule: changed }) => `The schedule “${changed.name}” was changed.`,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      look="main-action"
      label="Edit"
      title={`Edit the schedule “${schedule.name}”`}
      confirm="Change it"
      onOpen={() => {
        opened.current = schedule;
      }}
      onSend={async (texts) => {
        const body = readChanges(opened.current, texts, schedule);
        if (Object.keys(body).length === 0) throw new Error('Nothing has changed.');
        await change.mutateAsync(body);
      }}
    >
      <ScheduleFields schedule={schedule} />
    </FormDialog>
  );
}

function ScheduleFields({ schedule: current }: Partial<EditProps>) {
  // Not what a refetch shows while somebody types.
  const [schedule] = useState(current);
  const [cron, setCron] = useState(schedule?.cron ?? '');
  const task = schedule ? writeTask(schedule.task) : { inputs: '{}', others: '{}' };
  const { endpoint = '', login = '', inputs = '', others = '' } = task as Record<string, string>;
  const zone = schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <TextField label="Name" name="name" required value={schedule?.name ?? ''} />
      <TextField label="Endpoint name of the recording" name="endpoint" required value={endpoint} />
      <TextField
        label="Times"
        name="cron"
        required
        value={schedule?.cron ?? ''}
        help={describeCron(cron) ?? CRON_HELP}
        onType={setCron}
      />
      <TextField label="Time zone" name="timezone" value={zone} />
      <SelectField
        label="If the last task is still running"
        name="overlap"
        value={schedule?.overlap ?? 'skip'}
        options={OVERLAPS}
      />
      <SelectField
        label="Times missed while the service was down"
        name="catch-up"
        value={schedule?.catch_up ?? 'none'}
        options={CATCH_UPS}
      />
      <TextField
        label="Input parameters"
        name="inputs"
        multiline
        value={inputs}
        help="JSON: each name with a list of values."
      />
      <TextField
        label="Inputs that identify the login"
        name="login"
        value={login}
        help="Optional. Names, separated by commas. Tasks with the same values run one after another."
      />
      <SecretsField unless="They are stored encrypted, and no page shows them again. " />
      <TextField
        label="Other settings of the task"
        name="others"
        multiline
        value={others}
        help={OTHERS_HELP}
      />
    </>
  );
}
