import { Mark } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { formatDuration } from '../../ui/format.ts';

/** An entry of `network` in the evidence of a step. */
export interface NetworkCall {
  readonly method: string;
  readonly url: string;
  readonly type: string;
  readonly status: number | null;
  readonly failure: string | null;
  /** Missing in evidence of earlier releases. */
  readonly is_open?: boolean;
  readonly duration_ms: number;
}

interface NetworkCallsProps {
  readonly calls: readonly NetworkCall[];
}

/** The page's last requests before a step failed; a shape marks failed requests. */
export function NetworkCalls({ calls }: NetworkCallsProps) {
  return (
    <Table
      label="Network calls of the page"
      rows={calls.map((call, index) => ({ ...call, index }))}
      rowKey={({ index }) => index}
      empty="The page has made no request."
      columns={[
        { name: 'Response', cell: (call) => <Outcome call={call} /> },
        {
          name: 'Request',
          cell: ({ method, url, type }) => (
            <span className="wrap">
              {method} {url} <span className="soft">{type}</span>
            </span>
          ),
        },
        { name: 'Took', kind: 'number', cell: ({ duration_ms: ms }) => formatDuration(ms) },
      ]}
    />
  );
}

interface OutcomeProps {
  readonly call: NetworkCall;
}

function Outcome({ call: { status, failure, is_open: isOpen } }: OutcomeProps) {
  const words = failure
    ?.replace(/^net::ERR_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  if (words !== undefined) return <Mark look="failed" words={words} />;
  if (status === null && isOpen) return 'none yet';
  return (status ?? 0) < 400 ? status : <Mark look="failed" words={status} />;
}
