import { dataOf, type ErrandSchemas } from '@errand/client';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { useWorkspaces } from '../../api/use-workspaces.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField } from '../../ui/fields.tsx';

interface MoveRecordingProps {
  readonly recording: ErrandSchemas['Recording'];
}

/** Moves the recording to another workspace, if there is one. */
export function MoveRecording({ recording }: MoveRecordingProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  const workspaces = useWorkspaces();
  const move = useChange({
    run: (workspaceId: string) => {
      const params = { path: { recording_id: recording.recording_id } };
      const body = { workspace_id: workspaceId };
      return dataOf(errand.api.PATCH('/api/v1/update_recording/{recording_id}', { params, body }));
    },
    done: () => 'The recording is in the other workspace.',
  });
  const others = workspaces.filter(({ workspace_id: id }) => id !== recording.workspace_id);
  if (!mayChange || others.length === 0) return null;
  return (
    <FormDialog
      label="Move"
      title={`Move ${recording.endpoint_name} to another workspace`}
      text="Its name, versions and tasks stay as they are."
      confirm="Move it"
      onSend={({ workspace = '' }) => move.mutateAsync(workspace)}
    >
      <SelectField
        label="Workspace"
        name="workspace"
        options={others.map(({ workspace_id: id, name }) => [id, name])}
      />
    </FormDialog>
  );
}
