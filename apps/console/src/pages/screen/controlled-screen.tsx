import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import type { Mode } from './connect-screen.ts';
import type { Watched } from './keep-screen.ts';
import { Screen } from './screen.tsx';

interface ControlledScreenProps {
  readonly watched: Watched;
  readonly label: string;
  /** Whether the user may take control of the mouse and keyboard now. */
  readonly mayControl: boolean;
  /** Default: `view`. */
  readonly startsIn?: Mode;
  /** Takes control each time it changes. Default: only the button does. */
  readonly askedFor?: number;
}

/** A screen with a button that takes control of the mouse and keyboard, or gives it up. */
export function ControlledScreen(props: ControlledScreenProps) {
  const { watched, label, mayControl, startsIn = 'view', askedFor = 0 } = props;
  const [wanted, setWanted] = useState<Mode>(startsIn);
  const [isLarge, setLarge] = useState(false);
  const control = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (askedFor > 0) setWanted('control');
  }, [askedFor]);
  const mode = mayControl ? wanted : 'view';
  return (
    <div className={isLarge ? 'controlled large' : 'controlled'}>
      <Screen
        watched={watched}
        label={label}
        mode={mode}
        onControlOver={() => setWanted('view')}
        onLeave={() => control.current?.focus()}
      />
      <div className="actions">
        <button
          type="button"
          className={buttonClass({ small: true })}
          aria-pressed={isLarge}
          onClick={() => setLarge(!isLarge)}
        >
          {isLarge ? 'Small screen' : 'Large screen'}
        </button>
        {mayControl && (
          <button
            type="button"
            ref={control}
            className={buttonClass({ small: true })}
            aria-pressed={mode === 'control'}
            onClick={() => setWanted(mode === 'control' ? 'view' : 'control')}
          >
            {mode === 'control' ? 'Give control back' : 'Take control'}
          </button>
        )}
        {mode === 'control' && (
          <span className="soft">Mouse and keyboard go to the page. F6 leaves it.</span>
        )}
      </div>
    </div>
  );
}
