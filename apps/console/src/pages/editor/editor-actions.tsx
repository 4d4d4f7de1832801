import type { ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/errand-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { tell } from '../../ui/tell.ts';
import type { Draft } from './draft/use-draft.ts';
import { SaveVersion } from './save-version.tsx';

interface EditorActionsProps {
  readonly draft: Draft;
  readonly recording: ErrandSchemas['Recording'];
  /** Why the draft cannot be saved now; empty if it can. */
  readonly problem: string;
  readonly onSaved: (version: number) => void;
}

/** Undo, redo and save. */
export function EditorActions({ draft, recording, problem, onSaved }: EditorActionsProps) {
  const mayChange = useMay('author');
  return (
    <>
      <Link
        className={buttonClass({})}
        to="/recordings/$recordingId"
        params={{ recordingId: recording.recording_id }}
      >
        Versions
      </Link>
      <Button disabled={!draft.canUndo} onPress={draft.undo}>
        Undo
      </Button>
      <Button disabled={!draft.canRedo} onPress={draft.redo}>
        Redo
      </Button>
      {mayChange && problem === '' && (
        <SaveVersion recording={recording} automation={draft.automation} onSaved={onSaved} />
      )}
      {mayChange && problem !== '' && (
        <Button look="main-action" onPress={() => tell(`Not saved: ${problem}`)}>
          Save
        </Button>
      )}
    </>
  );
}
