import { dataOf, type ErrandSchemas } from '@errand/client';
import { useMemo, useRef } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { compareJson } from '../recordings/compare-json.ts';
import { readRolloutTerms, RolloutTerms } from '../recordings/rollout-terms.tsx';
import { DiffLines } from '../recordings/version-diff.tsx';
import type { Automation } from './draft/automation-draft.ts';

interface SaveVersionProps {
  readonly recording: ErrandSchemas['Recording'];
  readonly automation: Automation;
  readonly onSaved: (version: number) => void;
}

/** Saves the draft as a new version after showing what has changed. */
export function SaveVersion({ recording, automation, onSaved }: SaveVersionProps) {
  const errand = useErrand();
  const lines = useMemo(
    () => compareJson(recording.automation, automation),
    [recording.automation, automation],
  );
  const seen = useRef(recording.version);
  const params = { path: { recording_id: recording.recording_id } };
  const refuseUnseen = async () => {
    const answer = errand.api.GET('/api/v1/recordings/{recording_id}', { params });
    const { version } = (await dataOf(answer)).recording;
    if (version === seen.current) return;
    seen.current = version;
    throw new Error(
      `Version ${version} was saved in the meantime. Save again to make a version without its changes.`,
    );
  };
  const save = useChange({
    run: async (change: ErrandSchemas['UpdateRecordingRequest']) => {
      await refuseUnseen();
      const body = { ...change, base_version: seen.current };
      return dataOf(errand.api.PATCH('/api/v1/update_recording/{recording_id}', { params, body }));
    },
    done: ({ message }) => message,
  });
  const rollOut = useChange({
    run: async (change: ErrandSchemas['StartRolloutRequest']) => {
      await refuseUnseen();
      const body = { ...change, base_version: seen.current };
      const path = '/api/v1/recordings/{recording_id}/rollouts';
      return dataOf(errand.api.POST(path, { params, body }));
    },
    done: ({ message }) => message,
  });
  return (
    <FormDialog
      look="main-action"
      label="Save"
      title={`Save as version ${recording.version + 1}`}
      text="Tasks that were submitted before keep their version."
      confirm="Save"
      onSend={async ({ comment, ...others }) => {
        const terms = readRolloutTerms(others);
        const version = { automation, ...(comment === undefined ? {} : { comment }) };
        const saved = terms
          ? await rollOut.mutateAsync({ ...version, ...terms })
          : await save.mutateAsync(version);
        onSaved(saved.version);
      }}
    >
      {lines.length === 0 ? (
        <p className="soft">Nothing has changed since version {recording.version}.</p>
      ) : (
        <DiffLines lines={lines} />
      )}
      <TextField label="Comment" name="comment" help="The reason, for later readers." />
      <RolloutTerms mayBeAll />
    </FormDialog>
  );
}
