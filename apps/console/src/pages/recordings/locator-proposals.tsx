import { dataOf, type ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { formatCount, formatName, shortId } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';

type Proposal = ErrandSchemas['LocatorProposal'];

interface ProposalsProps {
  readonly recordingId: string;
  readonly current: number;
}

/** Locators that would have found what failed steps did not. Renders nothing if there are none. */
export function LocatorProposals({ recordingId, current }: ProposalsProps) {
  const errand = useErrand();
  const query = usePages(['recording', recordingId, 'proposals'], (cursor, signal) => {
    const params = { path: { recording_id: recordingId }, query: cursor };
    return dataOf(
      errand.api.GET('/api/v1/recordings/{recording_id}/locator_proposals', { params, signal }),
    );
  });
  const proposals = query.data?.pages.flatMap(({ proposals: each }) => each) ?? [];
  if (query.data && proposals.length === 0) return null;
  return (
    <Section title="Proposed locators">
      <Loaded query={query}>
        {() => (
          <Table
            label="Proposed locators"
            rows={proposals}
            rowKey={({ proposal_id: id }) => id}
            empty="There are none."
            columns={[
              {
                name: 'Step',
                cell: ({ node_path: path, kind, version }) => (
                  <>
                    {formatName(kind)}
                    <p className="soft mono">
                      {path}, version {version}
                    </p>
                  </>
                ),
              },
              {
                name: 'Locator',
                cell: ({ failed_command: failed, command }) => (
                  <div className="proposal">
                    {failed !== null && (
                      <del className="mono wrap">
                        <span className="unseen">finds nothing: </span>
                        {failed}
                      </del>
                    )}
                    <ins className="mono wrap">
                      <span className="unseen">proposed: </span>
                      {command}
                    </ins>
                  </div>
                ),
              },
              { name: 'Seen', cell: (proposal) => <Seen proposal={proposal} /> },
              {
                name: 'Actions',
                kind: 'end',
                cell: (proposal) =>
                  proposal.state === 'open' ? (
                    <Decide recordingId={recordingId} current={current} proposal={proposal} />
                  ) : (
                    <span className="chip">{proposal.state}</span>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Section>
  );
}

interface SeenProps {
  readonly proposal: Proposal;
}

function Seen({ proposal: { times_seen: times, last_seen_at: at, task_id: taskId } }: SeenProps) {
  return (
    <>
      {formatCount(times, 'time')}, <When time={at} />
      {taskId !== null && (
        <p>
          <Link to="/tasks/$taskId" params={{ taskId }} search={{}}>
            {shortId(taskId)}
          </Link>
        </p>
      )}
    </>
  );
}

interface DecideProps extends ProposalsProps, SeenProps {}

function Decide({ recordingId, current, proposal }: DecideProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  const { proposal_id: proposalId, node_path: path, candidates } = proposal;
  const params = { path: { recording_id: recordingId, proposal_id: proposalId } };
  // A version that arrives while the dialog is open is not one that the person has seen.
  const seen = useRef(current);
  const accept = useChange({
    run: (command: string) => {
      const body = { base_version: seen.current, command };
      return dataOf(
        errand.api.POST(
          '/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}/accept',
          { params, body },
        ),
      );
    },
    done: ({ message }) => message,
  });
  const decline = useChange({
    run: () =>
      dataOf(
        errand.api.POST(
          '/api/v1/recordings/{recording_id}/locator_proposals/{proposal_id}/decline',
          { params },
        ),
      ),
    done: () => `The proposal for ${path} is declined.`,
  });
  if (!mayChange) return null;
  return (
    <div className="actions">
      <FormDialog
        small
        label="Accept"
        name={`Accept the locator for ${path}`}
        title={`Change the locator of ${path}?`}
        text="It becomes a new version of the recording, in which nothing else changes."
        confirm="Accept"
        onOpen={() => {
          seen.current = current;
        }}
        onSend={({ command = proposal.command }) => accept.mutateAsync(command)}
      >
        <SelectField
          label="Locator"
          name="command"
          value={proposal.command}
          options={candidates.map(({ command }) => [command, command])}
        />
      </FormDialog>
      <FormDialog
        small
        look="danger"
        label="Decline"
        name={`Decline the locator for ${path}`}
        title={`Decline the locator for ${path}?`}
        text="The recording does not change."
        confirm="Decline"
        onSend={() => decline.mutateAsync(undefined)}
      />
    </div>
  );
}
