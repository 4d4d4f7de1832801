import { useQuery } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { readVersion } from '../../api/read-version.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { compareJson, type DiffLine } from './compare-json.ts';

interface VersionDiffProps {
  readonly recordingId: string;
  readonly from: number;
  readonly to: number;
}

/** What changed between two versions. */
export function VersionDiff({ recordingId, from, to }: VersionDiffProps) {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['recording', recordingId, 'diff', from, to],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all(
        [from, to].map((version) => readVersion(errand, { recordingId, version, signal })),
      );
      return compareJson(before, after);
    },
  });
  return (
    <section className="card flush" aria-label={`From version ${from} to ${to}`}>
      <h2>
        From version {from} to {to}
      </h2>
      <Loaded query={query}>
        {(lines) =>
          lines.length === 0 ? (
            <p className="empty">Both have the same automation.</p>
          ) : (
            <DiffLines lines={lines} />
          )
        }
      </Loaded>
    </section>
  );
}

interface DiffLinesProps {
  readonly lines: readonly DiffLine[];
}

export function DiffLines({ lines }: DiffLinesProps) {
  return (
    <div className="diff" role="group" aria-label="Changed lines" tabIndex={0}>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </div>
  );
}

interface LineProps {
  readonly line: DiffLine;
}

const SIGNS = { added: '+', removed: '−', same: '', gap: '…' } as const;

function Line({ line: { kind, text } }: LineProps) {
  return (
    <div className={kind}>
      <span>
        {SIGNS[kind]}
        {kind === 'added' && <span className="unseen">added: </span>}
        {kind === 'removed' && <span className="unseen">removed: </span>}
      </span>
      <span>{text}</span>
    </div>
  );
}
