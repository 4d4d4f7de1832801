import type { Imported, ImportedRecording, ReportLine } from '@errand/importers';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../api/errand-context.ts';
import { formatCount, formatName } from '../../../ui/format.ts';
import { Section } from '../../../ui/page.tsx';
import { Mark } from '../../../ui/status.tsx';
import { Table } from '../../../ui/table.tsx';
import { StoreRecording } from '../store-recording.tsx';
import type { ReadFile } from './read-files.ts';

interface ImportedFileProps {
  readonly file: ReadFile;
}

/** What happened to each step of a file. */
export function ImportedFile({ file: { name, imported, refusal } }: ImportedFileProps) {
  if (!imported) {
    return (
      <Section title={name}>
        <div className="notice bad" role="alert">
          {refusal}
        </div>
      </Section>
    );
  }
  return (
    <Section title={`${name} (${TOOLS[imported.kind]})`}>
      {imported.problem !== undefined && (
        <div className="notice bad" role="alert">
          {imported.problem}
        </div>
      )}
      {imported.recordings.map((recording, index) => (
        // Two tests of a file may have the same name.
        <ImportedTest key={index} recording={recording} />
      ))}
    </Section>
  );
}

interface ImportedTestProps {
  readonly recording: ImportedRecording;
}

const TOOLS: Readonly<Record<Imported['kind'], string>> = {
  'devtools-recorder': 'Chrome DevTools Recorder',
  'selenium-ide': 'Selenium IDE',
  'playwright-typescript': 'Playwright for TypeScript',
  'playwright-python': 'Playwright for Python',
  automa: 'Automa',
};

const OUTCOMES = {
  mapped: 'success',
  approximated: 'waiting',
  skipped: 'failed',
} as const;

function ImportedTest({ recording: { name, automation, report, warnings } }: ImportedTestProps) {
  const mayStore = useMay('author');
  const [storedId, setStoredId] = useState<string>();
  const count = (outcome: ReportLine['outcome']) =>
    report.filter((line) => line.outcome === outcome).length;
  return (
    <article className="imported" aria-label={name}>
      <div className="section-head">
        <h3>{name}</h3>
        {storedId === undefined ? (
          mayStore && (
            <StoreRecording small name={name} automation={automation} onStored={setStoredId} />
          )
        ) : (
          <Link to="/recordings/$recordingId/edit" params={{ recordingId: storedId }} search={{}}>
            Edit the recording
          </Link>
        )}
      </div>
      <p className="soft">
        {formatCount(count('mapped'), 'step')} mapped, {count('approximated')} approximated,{' '}
        {count('skipped')} skipped.
      </p>
      {warnings.map(({ message }) => (
        <div key={message} className="notice care">
          {message}
        </div>
      ))}
      <Table
        label={`Steps of ${name}`}
        rows={report}
        rowKey={({ index }) => index}
        empty="It has no steps."
        columns={[
          { name: 'Step', cell: ({ step }) => <code className="wrap">{step}</code> },
          {
            name: 'Outcome',
            cell: ({ outcome }) => <Mark look={OUTCOMES[outcome]} words={formatName(outcome)} />,
          },
          { name: 'Why', cell: ({ why }) => <span className="wrap sentence">{why}</span> },
        ]}
      />
    </article>
  );
}
