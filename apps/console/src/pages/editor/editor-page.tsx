import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useSession } from '../session/use-session.ts';
import { AddNode } from './add-node.tsx';
import { listNodes, pathOfWire, sameKey } from './draft/automation-draft.ts';
import { useDraft } from './draft/use-draft.ts';
import { EditorJson } from './editor-json.tsx';
import { NodeForm } from './node-form.tsx';
import { NodeList } from './node-list.tsx';
import { SaveVersion } from './save-version.tsx';
import { type NodeSchemas, useSchemas } from './schema/use-schemas.ts';
import { FormSessionContext } from './session-context.ts';
import { SessionSide } from './session-side.tsx';
import { useCheck } from './use-check.ts';
import { useEndSession } from './use-end-session.ts';

const route = getRouteApi('/recordings/$recordingId/edit');

export function EditorPage() {
  const { recordingId } = route.useParams();
  const errand = useErrand();
  const schemas = useSchemas();
  const query = useQuery({
    queryKey: ['recording', recordingId],
    queryFn: ({ signal }) => {
      const params = { path: { recording_id: recordingId } };
      return dataOf(errand.api.GET('/api/v1/recordings/{recording_id}', { params, signal }));
    },
  });
  const [base, setBase] = useState(0);
  const recording = query.data?.recording;
  if (!recording || !schemas.data) {
    return (
      <Page title="Edit a recording">
        <Loaded query={query}>{() => <Loaded query={schemas}>{() => null}</Loaded>}</Loaded>
      </Page>
    );
  }
  return (
    <Editor
      key={`${recordingId} ${base}`}
      recording={recording}
      known={schemas.data}
      onSaved={setBase}
    />
  );
}

interface EditorProps {
  readonly recording: ErrandSchemas['Recording'];
  readonly known: NodeSchemas;
  readonly onSaved: (version: number) => void;
}

function Editor({ recording: current, known, onSaved }: EditorProps) {
  const { session: sessionId, node } = route.useSearch();
  const navigate = useNavigate({ from: '/recordings/$recordingId/edit' });
  const mayChange = useMay('author');
  // The draft stays based on the version that was opened, even if another is saved later.
  const [recording] = useState(current);
  const draft = useDraft(recording.automation, pathOfWire(node ?? 'nodes[0]'));
  const rows = useMemo(() => listNodes(draft.automation), [draft.automation]);
  const chosen = rows.find(({ path }) => sameKey(path) === sameKey(draft.path));
  const check = useCheck(draft.automation);
  const faults = check.data?.faults ?? [];
  const { opened, error } = useSession(sessionId);
  useEndSession(opened);
  const isChanged = draft.automation !== recording.automation;
  useUnsavedWarning(isChanged);
  const setSession = useCallback(
    (next: string | undefined) =>
      navigate({
        search: ({ session: _left, ...others }) =>
          next === undefined ? others : { ...others, session: next },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const formSession = useMemo(
    () =>
      opened && opened.session.state !== 'ended'
        ? { desk: opened.desk, isReady: opened.session.state === 'ready' }
        : undefined,
    [opened],
  );
  return (
    <Page
      title={`Edit ${recording.endpoint_name}`}
      text={
        <span role="status">
          {`Version ${recording.version}${isChanged ? ', changed' : ''}. `}
          {check.data && describeCheck(check.data.isValid, faults.length)}
        </span>
      }
      actions={
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
          {mayChange && (
            <SaveVersion recording={recording} automation={draft.automation} onSaved={onSaved} />
          )}
        </>
      }
    >
      {current.version > recording.version && (
        <div className="notice care">
          Version {current.version} was saved in the meantime. Saving makes a version without its
          changes.
        </div>
      )}
      <FormSessionContext value={formSession}>
        <div className="editor-grid">
          <section className="card editor-steps" aria-label="Steps of the automation">
            <NodeList
              draft={draft}
              rows={rows}
              kinds={known.kinds}
              faults={faults}
              position={opened?.session.position ?? undefined}
            />
            <AddNode draft={draft} chosen={chosen} kinds={known.kinds} />
          </section>
          <section className="card editor-form" aria-label="The chosen step">
            {chosen ? (
              <NodeForm draft={draft} row={chosen} known={known} faults={faults} />
            ) : (
              <p className="soft">Choose a step, or add one.</p>
            )}
            <EditorJson draft={draft} faults={faults} isNodeChosen={chosen !== undefined} />
          </section>
          <SessionSide
            opened={opened}
            error={error}
            automation={draft.automation}
            chosen={chosen}
            onSession={setSession}
          />
        </div>
      </FormSessionContext>
    </Page>
  );
}

function describeCheck(isValid: boolean, count: number): string {
  if (count === 0) return 'No problems found.';
  const words = `${count} ${count === 1 ? 'remark' : 'remarks'} of the check`;
  return isValid ? `${words}.` : `${words}: it cannot be saved yet.`;
}

/** Asks before changes are lost by leaving the page or closing the tab. */
function useUnsavedWarning(isChanged: boolean): void {
  useBlocker({
    // Selecting another step or session of the same draft changes only the query string.
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      current.pathname !== next.pathname &&
      !confirm('Leave without saving? Your changes will be lost.'),
    enableBeforeUnload: isChanged,
  });
}
