import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code } from '../../ui/code.tsx';
import { Facts } from '../../ui/fact.tsx';
import { formatDuration, formatMoment, formatKind, formatName } from '../../ui/format.ts';
import { Problem } from '../../ui/loaded.tsx';
import { Picture } from '../../ui/picture.tsx';
import { type NetworkCall, NetworkCalls } from './network-calls.tsx';
import { SnapshotTrial } from './snapshot-trial.tsx';
import type { Step } from './waterfall-rows.ts';

/** Content of `evidence_url`, as the document describes it. */
interface PageEvidence {
  readonly page_title: string | null;
  readonly accessibility_snapshot: string | null;
  readonly console: readonly string[];
  /** Missing in evidence from earlier versions. */
  readonly network?: readonly NetworkCall[];
}

interface EvidenceProps {
  readonly step: Step;
  /** What the step acts on; empty if unknown. */
  readonly target: string;
  /** Shown above, so not repeated here. */
  readonly taskError: string | null;
  /** Button that opens a session at the step. */
  readonly openSession: ReactNode;
}

/** What a step did and what the page looked like. */
export function Evidence({ step, target, taskError, openSession }: EvidenceProps) {
  return (
    <section className="card evidence" aria-label="The chosen step">
      <div>
        <h2>{formatKind(step.kind)}</h2>
        <p className="mono soft wrap">{step.node_path}</p>
        {target !== '' && <p className="mono wrap">{target}</p>}
      </div>
      {step.error_message !== null && step.error_message !== taskError && (
        <div className="notice bad">
          {step.error_class && <strong>{formatName(step.error_class)}. </strong>}
          {step.error_message}
        </div>
      )}
      {step.reason !== null && <div className="notice">{step.reason}</div>}
      {step.screenshot_url && (
        <Picture
          url={step.screenshot_url}
          description={`The screen at this step: ${formatKind(step.kind)}, ${step.outcome}`}
        />
      )}
      <Facts
        facts={[
          ['Outcome', step.outcome],
          ['Took', formatDuration(step.duration_ms)],
          ['Began', formatMoment(step.started_at)],
          ...(step.page_url === null ? [] : [['Page', step.page_url] as const]),
          ...(step.http_status === null ? [] : [['HTTP status', step.http_status] as const]),
          ...(step.waited_for === null
            ? []
            : [['Waited for', step.waited_for.join(', ')] as const]),
        ]}
      />
      {step.dialogs?.map(({ type, message, action }) => (
        <div key={`${type} ${message}`} className="notice">
          {type} was {action}: {message}
        </div>
      ))}
      {step.files_left_out !== undefined && (
        <div className="notice care">{step.files_left_out}</div>
      )}
      {step.log_url && <ScriptLog url={step.log_url} />}
      {step.evidence_url && <FailedPage url={step.evidence_url} openSession={openSession} />}
    </section>
  );
}

interface UrlProps {
  readonly url: string;
}

function ScriptLog({ url }: UrlProps) {
  const { data, error } = useFile(url);
  if (error) return <Problem error={error} />;
  return data === undefined ? null : <Code name="Output of the script" text={data} />;
}

function FailedPage({ url, openSession }: UrlProps & Pick<EvidenceProps, 'openSession'>) {
  const { data, error } = useFile(url);
  if (error) return <Problem error={error} />;
  if (data === undefined) return null;
  const evidence = JSON.parse(data) as PageEvidence;
  const { console: lines, network } = evidence;
  return (
    <>
      {evidence.accessibility_snapshot !== null && (
        <>
          <SnapshotTrial snapshot={evidence.accessibility_snapshot} openSession={openSession} />
          <Code
            name={`Elements of the page${evidence.page_title ? ` “${evidence.page_title}”` : ''}`}
            text={evidence.accessibility_snapshot}
          />
        </>
      )}
      {lines.length > 0 && <Code name="Console of the page" text={lines.join('\n')} />}
      {network && network.length > 0 && (
        <div className="section">
          <h3>Network calls of the page</h3>
          <NetworkCalls calls={network} />
        </div>
      )}
    </>
  );
}

/** Reads a file at a signed URL. If the signature has expired, a reload gets a new one. */
function useFile(url: string) {
  return useQuery({
    // Omits the signature, which changes whenever the task is fetched.
    queryKey: ['file', url.split('?')[0]],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (response.ok) return response.text();
      throw new Error(
        `The file cannot be read (${response.status}). Reload the page to try again.`,
      );
    },
  });
}
