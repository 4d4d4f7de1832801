import type { ErrandSchemas } from '@errand/client';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';
import { Matches } from '../session/locator-trial.tsx';
import { useCommand } from '../session/use-command.ts';
import { type FormSession, useFormSession } from './session-context.ts';

interface LocatorToolsProps {
  readonly command: string;
  readonly name: string;
  readonly onCommand: (command: string) => void;
}

/** Tries the locator of a field in the open session, and picks an element on its screen. */
export function LocatorTools(props: LocatorToolsProps) {
  const session = useFormSession();
  return session ? <Tools {...props} session={session} /> : null;
}

interface ToolsProps extends LocatorToolsProps {
  readonly session: FormSession;
}

function Tools({ command, name, onCommand, session }: ToolsProps) {
  const { desk, isReady, takeControl } = session;
  const locate = useCommand(desk, desk.locate);
  const pick = useCommand(desk, desk.pick);
  const cancel = useCommand(desk, desk.cancelPick);
  return (
    <div className="locator-tools">
      <div className="actions">
        <Button
          small
          label={`Try the ${name}`}
          disabled={!isReady || command.trim() === '' || locate.isPending}
          onPress={() => {
            pick.reset();
            locate.mutate(command);
          }}
        >
          Try
        </Button>
        {pick.isPending ? (
          <Button small onPress={() => cancel.mutate(undefined)}>
            Stop picking
          </Button>
        ) : (
          <Button
            small
            label={`Pick an element for the ${name}`}
            disabled={!isReady}
            onPress={() => {
              cancel.reset();
              locate.reset();
              pick.mutate(undefined);
              takeControl();
            }}
          >
            Pick an element
          </Button>
        )}
        {pick.isPending && <span role="status">Click the element on the screen.</span>}
      </div>
      <Problem error={locate.error ?? pick.error ?? cancel.error} />
      {locate.data && <Matches found={locate.data} />}
      {pick.data && <Candidates answer={pick.data} chosen={command} onCommand={onCommand} />}
    </div>
  );
}

interface CandidatesProps {
  readonly answer: ErrandSchemas['PickAnswer'];
  readonly chosen: string;
  readonly onCommand: (command: string) => void;
}

function Candidates({ answer, chosen, onCommand }: CandidatesProps) {
  if (answer.outcome !== 'picked') {
    return (
      <p className="soft" role="status">
        {answer.outcome === 'timed_out' ? 'Nothing was clicked.' : 'The pick was stopped.'}
      </p>
    );
  }
  return <CandidateList candidates={answer.candidates} chosen={chosen} onCommand={onCommand} />;
}

interface CandidateListProps {
  readonly candidates: readonly {
    readonly command: string;
    readonly score: number;
    readonly count?: number;
  }[];
  readonly chosen: string;
  readonly onCommand: (command: string) => void;
}

/** Locators of one element, best first; a click selects one. */
export function CandidateList({ candidates, chosen, onCommand }: CandidateListProps) {
  return (
    <fieldset className="candidates">
      <legend>Locators of the element</legend>
      {candidates.map(({ command, score, count }) => (
        <button
          key={command}
          type="button"
          aria-pressed={command === chosen}
          onClick={() => onCommand(command)}
        >
          <code>{command}</code>
          <span className="soft numbers">
            {Math.round(score)}
            {count !== undefined && count !== 1 && `, ${formatCount(count, 'element')}`}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
