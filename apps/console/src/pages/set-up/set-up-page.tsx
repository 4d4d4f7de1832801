import { Tabs } from '@base-ui/react/tabs';
import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrand, useSignedIn } from '../../api/errand-context.ts';
import { Code } from '../../ui/code.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Facts } from '../../ui/fact.tsx';
import { Page } from '../../ui/page.tsx';
import { SNIPPETS } from './snippets.ts';
import { TestReceiver } from './test-receiver.tsx';

export function SetUpPage() {
  const errand = useErrand();
  const { me } = useSignedIn();
  const [chosen, setChosen] = useState<string>();
  const recordings = useQuery({
    queryKey: ['recordings', 'names'],
    queryFn: ({ signal }) => {
      const params = { query: { fields: 'summary' as const } };
      return dataOf(errand.api.GET('/api/v1/get_recordings', { params, signal }));
    },
  });
  const names = (recordings.data?.recordings ?? []).map(({ endpoint_name: name }) => name);
  const name = chosen ?? names[0] ?? 'my-recording';
  const declared = useQuery({
    queryKey: ['recordings', 'inputs', name],
    queryFn: async ({ signal }) => {
      const params = { query: { endpoint_name: name } };
      const { recordings: found } = await dataOf(
        errand.api.GET('/api/v1/get_recordings', { params, signal }),
      );
      return inputsOf(found[0]);
    },
    enabled: names.length > 0,
  });
  const snippets = { url: location.origin, name, inputs: declared.data ?? {} };
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
      {names.length > 0 && (
        <div className="filters">
          <SelectField
            label="Recording"
            name="recording"
            value={name}
            options={names.map((each) => [each, each])}
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
        {SNIPPETS.map(({ id, parts }) => (
          <Tabs.Panel key={id} value={id} className="tab-panel section">
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

/** The declared inputs with their example values. */
function inputsOf(recording: unknown): Readonly<Record<string, unknown>> {
  const { automation } = (recording ?? {}) as {
    automation?: { parameters?: { input_parameters?: Record<string, unknown> } };
  };
  return automation?.parameters?.input_parameters ?? {};
}
