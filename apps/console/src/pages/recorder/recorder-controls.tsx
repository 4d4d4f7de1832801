import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { Mark } from '../../ui/status.tsx';
import type { Recorded, SessionDesk } from '../session/session-desk.ts';
import { useCommand } from '../session/use-command.ts';
import type { PointMode, RecorderDesk } from './recorder-desk.ts';
import { type Pointed, shownMode } from './shown-mode.ts';

interface ControlsProps {
  readonly desk: SessionDesk;
  readonly recorder: RecorderDesk;
  readonly recorded: Recorded | undefined;
  readonly isReady: boolean;
  readonly onRecorded: (recorded: Recorded) => void;
}

const MODES: readonly (readonly [PointMode, string, string])[] = [
  ['extract', 'Extract this', 'Click the text to read: a text, a cell, or the head of a table.'],
  ['assert', 'Assert this', 'Click what must be there: its text, value or tick is expected.'],
  ['each', 'Each row', 'Click one of the rows. What follows is repeated for each of them.'],
];

/** Starts and stops the recording, and says what the next click means. */
export function RecorderControls(props: ControlsProps) {
  const { desk, recorder, recorded, isReady, onRecorded } = props;
  const [pointed, setPointed] = useState<Pointed>();
  const [isInRows, setInRows] = useState(false);
  const start = useCommand(desk, recorder.start);
  const point = useCommand(desk, recorder.point);
  const stop = useCommand(desk, recorder.stop);
  const choose = (next: PointMode) =>
    point.mutate(next, {
      onSuccess(answer) {
        setPointed({ mode: next, count: answer.nodes.length });
        if (next === 'each' || next === 'end_each') setInRows(next === 'each');
        onRecorded(answer);
      },
    });
  const begin = (answer: Recorded) => {
    setPointed(undefined);
    setInRows(false);
    onRecorded(answer);
  };
  const isNew = recorded?.automation === null && !recorded.is_recording;
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isReady || !isNew || isBegun.current) return;
    // Otherwise, what a person does before pressing a button is lost.
    isBegun.current = true;
    start.mutate(undefined, { onSuccess: begin });
  });
  const isBusy = !isReady || start.isPending || point.isPending || stop.isPending;
  const mode = shownMode(pointed, recorded);
  const help = MODES.find(([each]) => each === mode)?.[2];
  if (recorded?.is_recording !== true) {
    return (
      <>
        <div className="notice care" role="status">
          {start.isPending || !isReady
            ? 'The recording starts…'
            : 'Nothing is recorded now: what you do on the screen is lost.'}
        </div>
        <div className="actions">
          <Button
            look="main-action"
            disabled={isBusy}
            onPress={() => start.mutate(undefined, { onSuccess: begin })}
          >
            {recorded?.automation ? 'Record again' : 'Start recording'}
          </Button>
        </div>
        <Problem error={start.error} />
      </>
    );
  }
  return (
    <>
      <div className="actions" role="group" aria-label="What the next click means">
        {MODES.map(([each, words]) => (
          <button
            key={each}
            type="button"
            className={buttonClass({})}
            aria-pressed={mode === each}
            disabled={isBusy}
            onClick={() => choose(mode === each ? 'record' : each)}
          >
            {words}
          </button>
        ))}
        {isInRows && (
          <Button disabled={isBusy} onPress={() => choose('end_each')}>
            End of the row
          </Button>
        )}
      </div>
      <Mark look="running" words="Recording" />
      <p className="soft" role="status">
        {stop.isPending
          ? 'The recording is replayed in a page without cookies…'
          : (help ?? 'What you do on the screen is recorded.')}
      </p>
      <div className="actions">
        <Button
          look="main-action"
          disabled={isBusy}
          onPress={() => stop.mutate(true, { onSuccess: onRecorded })}
        >
          Stop and replay
        </Button>
        <Button disabled={isBusy} onPress={() => stop.mutate(false, { onSuccess: onRecorded })}>
          Stop
        </Button>
      </div>
      <Problem error={point.error ?? stop.error} />
    </>
  );
}
