const MOST_SHOWN = 24;

interface SlotsProps {
  readonly busy: number;
  readonly free: number;
  readonly waiting: number;
}

/** Draws a square per slot, filled when in use, and a circle per waiting task, with a caption. */
export function Slots({ busy, free, waiting }: SlotsProps) {
  const words = [`${busy} running`, `${free} free`, ...(waiting > 0 ? [`${waiting} waiting`] : [])];
  return (
    <div className="slots">
      <span className="unseen">{words.join(', ')}</span>
      <Shapes count={busy} look="busy" />
      <Shapes count={free} look="free" />
      {waiting > 0 && <i className="gap" />}
      <Shapes count={waiting} look="waiting" />
    </div>
  );
}

interface ShapesProps {
  readonly count: number;
  readonly look: string;
}

function Shapes({ count, look }: ShapesProps) {
  const shown = Math.min(count, MOST_SHOWN);
  return (
    <>
      {Array.from({ length: shown }, (_none, index) => (
        <i key={index} className={look} aria-hidden="true" />
      ))}
      {count > shown && (
        <span className="soft" aria-hidden="true">
          +{count - shown}
        </span>
      )}
    </>
  );
}
