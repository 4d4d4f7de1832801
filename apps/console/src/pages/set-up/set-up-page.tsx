import { Tabs } from '@base-ui/react/tabs';
import { dataOf, type Errand } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrand, useSignedIn } from '../../api/errand-context.ts';
import { readRecordings } from '../../api/read-recordings.ts';
import { Code } from '../../ui/code.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Facts } from '../../ui/fact.tsx';
import { textsOf } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { SNIPPETS } from './snippets.ts';
import { TestReceiver } from './test-receiver.tsx';

export function SetUpPage() {
  const errand = useErrand();
  const { me } = useSignedIn();
  const [chosen, setChosen] = useState<string>();
  const recordings = useQuery({
    queryKey: ['recordings', 'names'],
    queryFn: ({ signal }) => readNames(errand, signal),
  });
  const known = recordings.data ?? [];
  const recording = known.find(({ name }) => name === chosen) ?? known[0];
  const name = recording?.name ?? 'my-recording';
  const declared = useQuery({
    queryKey: ['recordings', 'parameters', recording?.id],
    queryFn: async ({ signal }) => {
      const params = { path: { recording_id: recording?.id ?? '' } };
      const answered = errand.api.GET('/api/v1/recordings/{recording_id}', { params, signal });
      return (await dataOf(answered)).recording.automation.parameters;
    },
    enabled: recording !== undefined,
  });
  const inputs = textsOf(declared.data?.input_parameters ?? {});
  const secrets = needed(declared.data?.secure_parameters);
  const snippets = { url: location.origin, name, inputs, secrets };
  return (
    <Page title="Set-up" text="Submit a task from your own program and wait for its end.">
      <div className="card">
        <Facts
          facts={[
            ['API', location.origin],
            ['Key in use', <code key="key">{me.key.prefix}…</code>],
            [
              'Reference',
              <a key="docs" href="/docs/api/">
                /docs/api/
              </a>,
            ],
            [
              'Document',
              <a key="document" href="/openapi.json">
                /openapi.json
              </a>,
            ],
          ]}
        />
      </div>
      {known.length > 0 && (
        <div className="filters">
          <SelectField
            label="Recording"
            name="recording"
            value={name}
            options={known.map((each) => [each.name, each.name])}
            onChoose={setChosen}
          />
        </div>
      )}
      <Tabs.Root defaultValue="curl">
        <Tabs.List className="tab-list" aria-label="Languages">
          {SNIPPETS.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id} className="tab">
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map(({ id, before, parts }) => (
          <Tabs.Panel key={id} value={id} className="tab-panel section">
            <p className="soft">
              {before} Keys are created on the page <Link to="/keys">Keys</Link>.
            </p>
            {parts(snippets).map((part) => (
              <Code key={part.name} name={part.name} text={part.text} />
            ))}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      <TestReceiver />
    </Page>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The recordings of every workspace by name. */
async function readNames(errand: Errand, signal: AbortSignal): Promise<Named[]> {
  const named: Named[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readRecordings(errand, { cursor }, signal);
    named.push(
      ...page.recordings.map(({ recording_id: id, endpoint_name: name }) => ({ id, name })),
    );
    cursor = page.next_cursor;
  }
  return named.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Secrets that every task must provide. */
const needed = (secrets: Readonly<Record<string, readonly unknown[]>> = {}): string[] =>
  Object.entries(secrets).flatMap(([name, own]) => (own.length === 0 ? [name] : []));
