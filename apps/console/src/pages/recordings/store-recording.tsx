import { dataOf, type ErrandSchemas } from '@errand/client';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';

interface StoreRecordingProps {
  readonly automation: ErrandSchemas['Automation'];
  readonly name?: string;
  readonly small?: boolean;
  readonly onStored: (recordingId: string) => unknown;
}

/** Saves an automation as a new recording. */
export function StoreRecording({ automation, name, small = false, onStored }: StoreRecordingProps) {
  const errand = useErrand();
  const store = useChange({
    run: (body: ErrandSchemas['CreateRecordingRequest']) =>
      dataOf(errand.api.POST('/api/v1/recordings', { body })),
    done: ({ message }) => message,
  });
  return (
    <FormDialog
      look="main-action"
      small={small}
      label="Save as a recording"
      {...(name === undefined ? {} : { name: `Save as a recording: ${name}` })}
      title="Save as a recording"
      text="Tasks run it by its name."
      confirm="Save"
      onSend={async ({ name: endpointName = '', description }) => {
        const saved = await store.mutateAsync({
          automation,
          endpoint_name: endpointName,
          ...(description === undefined ? {} : { description }),
        });
        await onStored(saved.recording_id);
      }}
    >
      <TextField
        label="Name"
        name="name"
        required
        {...(name === undefined ? {} : { value: slugOf(name) })}
        help="Such as download-invoice."
      />
      <TextField label="Description" name="description" />
    </FormDialog>
  );
}

/** Converts a name to an endpoint name: `Log in (new)` becomes `log-in-new`. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
}
