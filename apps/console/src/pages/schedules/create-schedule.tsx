import { dataOf, type ErrandSchemas } from '@errand/client';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { parseJson, SelectField, TextField } from '../../ui/fields.tsx';
import { describeCron } from './describe-cron.ts';

const OVERLAPS = [
  ['skip', 'Skip that run'],
  ['allow', 'Submit another task'],
] as const;

const CRON_HELP = 'A cron expression: 30 2 * * 1-5 is 2:30 from Monday to Friday.';

export function CreateSchedule() {
  const [cron, setCron] = useState('');
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
      <TextField label="Name" name="name" required />
      <TextField label="Endpoint name of the recording" name="endpoint" required />
      <TextField
        label="Times"
        name="cron"
        required
        help={describeCron(cron) ?? CRON_HELP}
        onType={setCron}
      />
      <TextField
        label="Time zone"
        name="timezone"
        value={Intl.DateTimeFormat().resolvedOptions().timeZone}
      />
      <SelectField label="If the last task still runs" name="overlap" options={OVERLAPS} />
      <TextField
        label="Input parameters"
        name="inputs"
        multiline
        value="{}"
        help="JSON: each name with a list of values."
      />
    </FormDialog>
  );
}

function readSchedule(
  texts: Readonly<Record<string, string>>,
): ErrandSchemas['CreateScheduleRequest'] {
  const { name = '', cron = '', timezone, overlap, endpoint = '', inputs = '{}' } = texts;
  return {
    name,
    cron,
    ...(timezone === undefined ? {} : { timezone }),
    overlap: overlap === 'allow' ? 'allow' : 'skip',
    task: {
      endpoint_name: endpoint,
      input_parameters: parseJson('Input parameters', inputs) as ErrandSchemas['InputParameters'],
    },
  };
}
