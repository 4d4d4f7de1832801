import { useRef, useState } from 'react';
import { useSignedIn } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { ControlledScreen } from '../screen/controlled-screen.tsx';
import { LocatorTrial } from '../session/locator-trial.tsx';
import { OpenSession } from '../session/open-session.tsx';
import { SecretsField } from '../inputs/secrets-field.tsx';
import type { StepsRun } from '../session/session-desk.ts';
import { SessionState } from '../session/session-state.tsx';
import { StepsResult } from '../session/steps-result.tsx';
import { useCommand } from '../session/use-command.ts';
import type { OpenedSession } from '../session/use-session.ts';
import { PageSnapshot, Variables } from '../session/variables.tsx';
import type { Automation, NodeRow } from './draft/automation-draft.ts';

interface SessionSideProps {
  readonly opened: OpenedSession | undefined;
  readonly error: Error | null;
  readonly automation: Automation;
  readonly chosen: NodeRow | undefined;
  readonly onSession: (sessionId: string | undefined) => unknown;
  /** How often a field has asked for control of the screen. */
  readonly controlAsked: number;
}

/** The debug session beside the steps. */
export function SessionSide(props: SessionSideProps) {
  const { opened, error, automation, chosen, onSession } = props;
  const isEnded = opened?.session.state === 'ended';
  return (
    <section className="card session-side" aria-label="Debug session">
      <h2>Debug session</h2>
      <Problem error={error} />
      {opened && <SessionState session={opened.session} />}
      {opened && !isEnded ? (
        <SessionOpen {...props} opened={opened} key={opened.desk.id} />
      ) : (
        <>
          <p className="soft">
            Opens the automation as it is here, saved or not, in a browser of a worker. Run its
            steps one by one, try locators and pick elements.
          </p>
          <div>
            <OpenSession
              label={isEnded ? 'Open another session' : 'Open a session'}
              look="main-action"
              source={{ automation }}
              inputs={automation.parameters.input_parameters}
              secrets={<SecretsField declared={automation.parameters.secure_parameters ?? {}} />}
              until={chosen?.wirePath}
              onOpened={onSession}
            />
          </div>
        </>
      )}
    </section>
  );
}

interface SessionOpenProps extends SessionSideProps {
  readonly opened: OpenedSession;
}

function SessionOpen(props: SessionOpenProps) {
  const { opened, automation, chosen, onSession, controlAsked } = props;
  const { desk, session } = opened;
  const { features } = useSignedIn().me;
  const [result, setResult] = useState<StepsRun>();
  const [ignoredSecrets, setIgnoredSecrets] = useState<readonly string[]>([]);
  const sent = useRef<Automation>(undefined);
  const run = useCommand(desk, async (work: () => Promise<StepsRun>) => {
    // The session runs what is shown here, including unsaved changes.
    if (sent.current !== automation)
      setIgnoredSecrets((await desk.setAutomation(automation)).ignored_secrets);
    sent.current = automation;
    setResult(await work());
  });
  const stop = useCommand(desk, desk.stop);
  const close = useCommand(desk, desk.close);
  const start = (work: () => Promise<StepsRun>) => {
    stop.reset();
    run.mutate(work);
  };
  const isReady = session.state === 'ready' && !run.isPending;
  const here = chosen?.wirePath;
  return (
    <>
      {features.live_view && (
        <ControlledScreen
          watched={{ kind: 'session', id: desk.id }}
          label="Screen of the session"
          mayControl
          askedFor={controlAsked}
        />
      )}
      <div className="actions">
        <Button
          look="main-action"
          disabled={!isReady || here === undefined}
          onPress={() => here !== undefined && start(() => desk.run({ node_path: here }))}
        >
          Run this step
        </Button>
        <Button
          disabled={!isReady || here === undefined}
          onPress={() => here !== undefined && start(() => desk.run({ until: here }))}
        >
          Run to here
        </Button>
        <Button disabled={!isReady} onPress={() => start(() => desk.restart(here))}>
          Start again to here
        </Button>
        {run.isPending && (
          <Button look="danger" onPress={() => stop.mutate(undefined)}>
            Stop
          </Button>
        )}
        <Button onPress={() => close.mutate(undefined, { onSuccess: () => onSession(undefined) })}>
          Close the session
        </Button>
      </div>
      <Problem error={run.error ?? stop.error ?? close.error} />
      <IgnoredSecrets names={ignoredSecrets} />
      {result && <StepsResult result={result} />}
      <LocatorTrial desk={desk} isReady={isReady} />
      <details>
        <summary>Variables</summary>
        <Variables desk={desk} variables={session.variables} isReady={isReady} />
      </details>
      <details>
        <summary>Elements of the page</summary>
        <PageSnapshot desk={desk} isReady={isReady} />
      </details>
    </>
  );
}

interface IgnoredSecretsProps {
  readonly names: readonly string[];
}

/** An open session keeps its secrets, so its steps may type others than the automation names. */
function IgnoredSecrets({ names }: IgnoredSecretsProps) {
  if (names.length === 0) return null;
  return (
    <div className="notice" role="status">
      The session keeps the secrets with which it was opened. The automation has other references
      for {names.join(', ')}: open another session to use them.
    </div>
  );
}
