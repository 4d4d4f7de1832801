import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import type { Automation } from '../editor/draft/automation-draft.ts';
import { readEditorView } from '../editor/editor-view.ts';
import { ControlledScreen } from '../screen/controlled-screen.tsx';
import type { Recorded } from '../session/session-desk.ts';
import { SessionState } from '../session/session-state.tsx';
import { useCommand } from '../session/use-command.ts';
import type { DebugSession } from '../session/session-desk.ts';
import { type OpenedSession, useSession } from '../session/use-session.ts';
import { chooseCommand } from './choose-command.ts';
import { OpenRecorder } from './open-recorder.tsx';
import { RecordedNodes } from './recorded-nodes.tsx';
import { RecorderControls } from './recorder-controls.tsx';
import { createRecorderDesk } from './recorder-desk.ts';
import { StoreRecording } from '../recordings/store-recording.tsx';

/** How often the recording is fetched while a person acts. */
const PACE_MS = 1_000;

const route = getRouteApi('/record');

export function RecorderPage() {
  const { session: sessionId } = route.useSearch({ select: readEditorView });
  const navigate = useNavigate({ from: '/record' });
  const { opened, error } = useSession(sessionId);
  const setSession = (next: string | undefined) =>
    navigate({ search: next === undefined ? {} : { session: next }, replace: true });
  return (
    <Page
      title="Record"
      text="Do the work once in a worker’s browser: each action becomes a step. Passwords are never read."
    >
      <Problem error={error} />
      {opened && opened.session.state !== 'ended' ? (
        <Recorder key={opened.desk.id} opened={opened} onLeave={() => setSession(undefined)} />
      ) : (
        <>
          {opened && <Ended session={opened.session} />}
          <OpenRecorder onOpened={setSession} />
        </>
      )}
    </Page>
  );
}

const recordingKey = (sessionId: string) => ['session', sessionId, 'recording'];

/** A session that has ended, with its recording, which can still be saved. */
function Ended({ session }: { readonly session: DebugSession }) {
  const queryKey = recordingKey(session.session_id);
  const { data: recorded } = useQuery<Recorded>({ queryKey, queryFn: skipToken });
  return (
    <section className="card recorder-side" aria-label="The recording">
      <SessionState session={session} />
      {recorded && <Result recorded={{ ...recorded, is_recording: false }} />}
    </section>
  );
}

/** Closing a session removes its recording from the page. */
const mayClose = (recorded: Recorded | undefined): boolean =>
  (recorded?.nodes.length ?? 0) === 0 ||
  confirm('Close the session? Steps that are not saved as a recording will be lost.');

interface RecorderProps {
  readonly opened: OpenedSession;
  readonly onLeave: () => unknown;
}

function Recorder({ opened: { desk, session }, onLeave }: RecorderProps) {
  const errand = useErrand();
  const client = useQueryClient();
  const recorder = useMemo(() => createRecorderDesk(errand, desk.id), [errand, desk.id]);
  const key = useMemo(() => recordingKey(desk.id), [desk.id]);
  const isReady = session.state === 'ready';
  const { data: recorded, error } = useQuery({
    queryKey: key,
    enabled: isReady,
    queryFn: ({ signal }) => recorder.read(signal),
    refetchInterval: ({ state }) => (state.data?.is_recording === true ? PACE_MS : false),
  });
  const close = useCommand(desk, desk.close);
  return (
    <div className="recorder-grid">
      <div className="recorder-screen">
        <ControlledScreen
          watched={{ kind: 'session', id: desk.id }}
          label="Screen of the session"
          // What is done before the recording would be lost.
          mayControl={
            recorded !== undefined && (recorded.is_recording || recorded.automation !== null)
          }
          startsIn="control"
        />
      </div>
      <section className="card recorder-side" aria-label="The recording">
        <SessionState session={session} />
        <RecorderControls
          desk={desk}
          recorder={recorder}
          recorded={recorded}
          isReady={isReady}
          onRecorded={(next) => client.setQueryData(key, next)}
        />
        {recorded && <Result key={String(recorded.is_recording)} recorded={recorded} />}
        <div>
          <Button
            onPress={() =>
              mayClose(recorded) && close.mutate(undefined, { onSuccess: () => void onLeave() })
            }
          >
            Close the session
          </Button>
        </div>
        <Problem error={close.error ?? error} />
      </section>
    </div>
  );
}

interface ResultProps {
  readonly recorded: Recorded;
}

function Result({ recorded }: ResultProps) {
  const navigate = useNavigate();
  // The form that `POST /automations/check` accepts.
  const own = recorded.automation as Automation | null;
  const [chosen, setChosen] = useState<Automation>();
  const automation = chosen ?? own ?? undefined;
  const choose = (nodePath: string, command: string) => {
    const node = recorded.nodes.find(({ node_path: path }) => path === nodePath);
    if (!automation || !node) return;
    setChosen(chooseCommand(automation, { nodePath, candidates: node.candidates, command }));
  };
  const secrets = Object.keys(recorded.secure_parameters);
  return (
    <>
      {own && <RecordedNodes recorded={recorded} automation={automation} onCommand={choose} />}
      {recorded.faults.map((fault) => (
        <div key={fault} className="notice care">
          {fault}
        </div>
      ))}
      {Object.keys(recorded.inputs).length > 0 && <Code name="Inputs" json={recorded.inputs} />}
      {secrets.length > 0 && (
        <p className="soft">Secrets that a task must give: {secrets.join(', ')}.</p>
      )}
      {automation && !recorded.is_recording && recorded.nodes.length > 0 && (
        <div>
          <StoreRecording
            automation={automation}
            onStored={(recordingId) =>
              navigate({ to: '/recordings/$recordingId/edit', params: { recordingId }, search: {} })
            }
          />
        </div>
      )}
    </>
  );
}
