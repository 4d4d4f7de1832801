import { dataOf, type ErrandSchemas } from '@errand/client';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';

type Scope = ErrandSchemas['ApiKeyScope'];

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['read', 'read: look at tasks and recordings'],
  ['submit', 'submit: run, cancel and retry tasks'],
  ['author', 'author: change recordings and workspaces, delete tasks'],
  ['admin', 'admin: keys, integrations and signing secrets'],
  ['local_server', 'local server: run tasks on your own machines'],
];

/** Creates a key and shows it; it cannot be shown again. */
export function CreateKey() {
  const errand = useErrand();
  const [created, setCreated] = useState<string>();
  const isShown = created !== undefined;
  useBlocker({
    shouldBlockFn: () =>
      isShown && !confirm('The new key cannot be shown again. Leave without copying it?'),
    enableBeforeUnload: isShown,
  });
  const create = useChange({
    run: (body: ErrandSchemas['CreateApiKeyRequest']) =>
      dataOf(errand.api.POST('/api/v1/api_keys', { body })),
    done: ({ key }) => `The key “${key.name}” was created.`,
  });
  if (created !== undefined) {
    return (
      <div className="notice good section">
        <p>This is the only time that the key is shown: copy it now.</p>
        <Code name="New API key" text={created} />
        <div>
          <Button small onPress={() => setCreated(undefined)}>
            I have copied it
          </Button>
        </div>
      </div>
    );
  }
  return (
    <FormDialog
      look="main-action"
      label="New key"
      title="New API key"
      confirm="Create it"
      onSend={async ({ name = '', expires }, form) => {
        const answer = await create.mutateAsync({
          name,
          scopes: SCOPES.map(([scope]) => scope).filter((scope) => form.has(`scope ${scope}`)),
          ...(expires === undefined ? {} : { expires_at: new Date(expires).toISOString() }),
        });
        setCreated(answer.api_key);
      }}
    >
      <TextField label="Name" name="name" required help="Who or what uses it." />
      <fieldset className="fields">
        <legend>Scopes, none of which includes another</legend>
        {SCOPES.map(([scope, words]) => (
          <label key={scope}>
            <input type="checkbox" name={`scope ${scope}`} defaultChecked={scope === 'read'} />
            {words}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Expires"
        name="expires"
        type="datetime-local"
        help="Leave it empty for a key that does not expire."
      />
    </FormDialog>
  );
}
