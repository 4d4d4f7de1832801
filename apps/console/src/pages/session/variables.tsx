import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { parseJson } from '../../ui/parse-json.ts';
import { formatJson } from '../../ui/format.ts';
import { Code } from '../../ui/code.tsx';
import { Problem } from '../../ui/loaded.tsx';
import { changedVariables } from './changed-variables.ts';
import type { DebugSession, SessionDesk } from './session-desk.ts';
import { useCommand } from './use-command.ts';

interface VariablesProps {
  readonly desk: SessionDesk;
  readonly variables: DebugSession['variables'];
  readonly isReady: boolean;
}

/** The values that steps use, and a form that changes them. */
export function Variables({ desk, variables, isReady }: VariablesProps) {
  const set = useCommand(desk, desk.setVariables);
  const entries = Object.entries(variables);
  return (
    <section aria-label="Variables" className="variables">
      {entries.length === 0 ? (
        <p className="soft">No variable has a value.</p>
      ) : (
        <dl className="facts">
          {entries.map(([name, values]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd className="mono">{values.map((value) => JSON.stringify(value)).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      {isReady && (
        <FormDialog
          small
          label="Change"
          name="Change variables"
          title="Change variables"
          text="The next steps work with these values. Others are unchanged."
          confirm="Change them"
          onSend={({ variables: text = '' }) =>
            set.mutateAsync(changedVariables(variables, parseJson('Variables', text)))
          }
        >
          <TextField
            label="Variables"
            name="variables"
            multiline
            required
            value={formatJson(variables)}
            help="JSON: each name with a list of strings; null removes it."
          />
        </FormDialog>
      )}
    </section>
  );
}

interface PageSnapshotProps {
  readonly desk: SessionDesk;
  readonly isReady: boolean;
}

/** The page's elements as text; locators by role and name refer to this. */
export function PageSnapshot({ desk, isReady }: PageSnapshotProps) {
  const [shown, setShown] = useState('');
  const read = useCommand(desk, desk.snapshot);
  const show = () =>
    read.mutate(undefined, { onSuccess: (page) => setShown(page.accessibility_snapshot) });
  return (
    <>
      <div>
        <Button small disabled={!isReady || read.isPending} onPress={show}>
          Read the elements of the page
        </Button>
      </div>
      <Problem error={read.error} />
      {shown !== '' && <Code name="Elements of the page" text={shown} />}
    </>
  );
}
