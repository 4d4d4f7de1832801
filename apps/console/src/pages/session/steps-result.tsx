import { Mark } from '../../ui/status.tsx';
import { formatDuration, formatName } from '../../ui/format.ts';
import { Code } from '../../ui/code.tsx';
import type { StepsRun } from './session-desk.ts';

interface StepsResultProps {
  readonly result: StepsRun;
}

const OUTCOMES = { done: 'success', failed: 'failed', skipped: 'cancelled' } as const;

/** What the steps of a command did, and why the last one failed. */
export function StepsResult({ result }: StepsResultProps) {
  const { steps, failure, output_data: output, missed_requests: missed = [] } = result;
  const answered = missed.filter(({ reason }) => reason === 'body_differs');
  const lost = missed.filter(({ reason }) => reason !== 'body_differs');
  const last = steps.at(-1);
  const picture = last?.evidence?.screenshot ?? last?.picture;
  return (
    <section className="steps-result" aria-label="What ran">
      <ol>
        {steps.map((step) => (
          <li key={`${step.node_path} ${step.started_at}`}>
            <Mark
              look={OUTCOMES[step.outcome]}
              words={`${formatName(step.kind)} ${step.outcome}`}
            />{' '}
            <span className="soft">
              <code>{step.node_path}</code> {formatDuration(step.duration_ms)}
            </span>
          </li>
        ))}
      </ol>
      {steps.length === 0 && <p className="soft">No step ran.</p>}
      {failure && (
        <div className="notice bad" role="alert">
          <strong>{formatName(failure.class)}.</strong> {failure.message}
        </div>
      )}
      {lost.length > 0 && (
        <div className="notice care">Not recorded, so not replayed: {listRequests(lost)}</div>
      )}
      {answered.length > 0 && (
        <div className="notice care">
          Replayed with the response to another body: {listRequests(answered)}
        </div>
      )}
      {picture !== undefined && last && (
        <details>
          <summary>The page after {formatName(last.kind)}</summary>
          <img src={picture} alt={`The page after ${formatName(last.kind)}, ${last.outcome}`} />
        </details>
      )}
      {output.length > 0 && <Code name="Extracted" json={output} />}
    </section>
  );
}

function listRequests(missed: NonNullable<StepsRun['missed_requests']>): string {
  return missed.map(({ method, url }) => `${method} ${url}`).join(', ');
}
