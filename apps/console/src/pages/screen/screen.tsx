import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { useWhileVisible } from '../../api/use-while-visible.ts';
import type { Mode } from './connect-screen.ts';
import { keepScreen, type Watched } from './keep-screen.ts';

interface ScreenProps {
  readonly watched: Watched;
  /** Describes the screen for screen readers. */
  readonly label: string;
  readonly mode?: Mode;
  /** Called when the user has lost control without giving it up. */
  readonly onControlOver?: () => void;
  /** Called when the user leaves the screen with F6. */
  readonly onLeave?: () => void;
}

/** The live screen of a task or a session. In mode `control`, it takes mouse and keyboard input. */
export function Screen({ watched, label, mode = 'view', onControlOver, onLeave }: ScreenProps) {
  const errand = useErrand();
  const target = useRef<HTMLDivElement>(null);
  const over = useRef(onControlOver);
  over.current = onControlOver;
  const [words, setWords] = useState('Connecting…');
  const { kind, id } = watched;
  const run = useCallback(
    (signal: AbortSignal) => {
      const element = target.current;
      if (!element) return;
      setWords('Connecting…');
      const keeping = keepScreen({
        errand,
        watched: { kind, id },
        mode,
        target: element,
        signal,
        onWords: setWords,
        onShown(focus) {
          setWords('');
          if (mode === 'control') focus();
        },
        onControlOver: () => over.current?.(),
      });
      keeping.catch((error: unknown) => setWords(String(error)));
    },
    [errand, kind, id, mode],
  );
  useWhileVisible(run);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'F6' || mode !== 'control') return;
    event.preventDefault();
    event.stopPropagation();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onLeave?.();
  };
  return (
    <div className={`screen ${mode}`} role="group" aria-label={label} onKeyDownCapture={leave}>
      <div className="screen-picture" ref={target} />
      <p className="screen-words" role="status">
        {words}
      </p>
    </div>
  );
}
