import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useBlocker, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { wordsOf } from '../../ui/words-of.ts';
import { useSession } from '../session/use-session.ts';
import { AddNode } from './add-node.tsx';
import { type Path, pathOfWire } from '../nodes/paths.ts';
import { listNodes, sameKey } from './draft/automation-draft.ts';
import { useDraft } from './draft/use-draft.ts';
import { EditorActions } from './editor-actions.tsx';
import { EditorJson } from './editor-json.tsx';
import { readEditorView } from './editor-view.ts';
import { NodeForm } from './node-form.tsx';
import { NodeList } from './node-list.tsx';
import { type NodeSchemas, useSchemas } from './schema/use-schemas.ts';
import { FormSessionContext } from './session-context.ts';
import { SessionSide } from './session-side.tsx';
import { useCheck } from './use-check.ts';
import { useEndSession } from './use-end-session.ts';
import { UnappliedContext, useUnapplied } from './use-unapplied.ts';

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
        <Loaded query={query} elsewhere={<Link to="/recordings">All recordings</Link>}>
          {() => <Loaded query={schemas}>{() => null}</Loaded>}
        </Loaded>
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
  const { session: sessionId, node } = route.useSearch({ select: readEditorView });
  const navigate = useNavigate({ from: '/recordings/$recordingId/edit' });
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
  const unapplied = useUnapplied();
  useUnsavedWarning(isChanged || unapplied.problem !== '');
  const choose = (path: Path) => {
    if (unapplied.problem === '' || confirm(`${unapplied.problem}\nDiscard this text?`)) {
      draft.choose(path);
    }
  };
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
  const [controlAsked, setControlAsked] = useState(0);
  const takeControl = useCallback(() => setControlAsked((times) => times + 1), []);
  const formSession = useMemo(
    () =>
      opened && opened.session.state !== 'ended'
        ? { desk: opened.desk, isReady: opened.session.state === 'ready', takeControl }
        : undefined,
    [opened, takeControl],
  );
  return (
    <Page
      title={`Edit ${recording.endpoint_name}`}
      text={
        <span role="status">
          {`Version ${recording.version}${isChanged ? ', changed' : ''}. `}
          {describeCheck(check)}
        </span>
      }
      actions={
        <EditorActions
          draft={draft}
          recording={recording}
          problem={whyNotSaved({ recording, isChanged, unapplied: unapplied.problem, check })}
          onSaved={onSaved}
        />
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
              draft={{ ...draft, choose }}
              rows={rows}
              kinds={known.kinds}
              faults={faults}
              position={opened?.session.position ?? undefined}
            />
            <AddNode draft={draft} chosen={chosen} kinds={known.kinds} />
          </section>
          <UnappliedContext value={unapplied.report}>
            <section className="card editor-form" aria-label="The chosen step">
              {chosen ? (
                <NodeForm draft={draft} row={chosen} known={known} faults={faults} />
              ) : (
                <p className="soft">Choose a step, or add one.</p>
              )}
            </section>
            <SessionSide
              opened={opened}
              error={error}
              automation={draft.automation}
              chosen={chosen}
              onSession={setSession}
              controlAsked={controlAsked}
            />
            <div className="card editor-text">
              <EditorJson draft={draft} faults={faults} isNodeChosen={chosen !== undefined} />
            </div>
          </UnappliedContext>
        </div>
      </FormSessionContext>
    </Page>
  );
}

interface Unsaved {
  readonly recording: ErrandSchemas['Recording'];
  readonly isChanged: boolean;
  readonly unapplied: string;
  readonly check: ReturnType<typeof useCheck>;
}

/** Empty if there is something to save and no known reason against it. */
function whyNotSaved({ recording, isChanged, unapplied, check }: Unsaved): string {
  if (unapplied !== '') return `some text is not applied. ${unapplied}`;
  if (!isChanged) return `nothing has changed since version ${recording.version}.`;
  const [first] = check.data?.faults.filter(({ kind }) => kind === 'error') ?? [];
  return first && check.isCurrent ? `the check found an error. ${first.message}` : '';
}

function describeCheck({ data, error, isCurrent }: ReturnType<typeof useCheck>): string {
  if (error) return `It could not be checked: ${wordsOf(error)}`;
  if (!data || !isCurrent) return 'Checking…';
  const { isValid, faults } = data;
  const count = faults.length;
  if (count === 0) return 'No problems found.';
  const words = `${count} ${count === 1 ? 'remark' : 'remarks'} from the check`;
  return isValid ? `${words}.` : `${words}: it cannot be saved yet.`;
}

/** Asks for confirmation when leaving the page or closing the tab would lose changes. */
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
