import { dataOf, type ErrandSchemas } from '@errand/client';
import { useChange } from '../../api/change.ts';
import { useErrand, useSignedIn } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { formatMoment, formatName } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Mark } from '../../ui/status.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';
import { CreateKey } from './create-key.tsx';
import { SigningSecrets } from './signing-secrets.tsx';

type ApiKey = ErrandSchemas['ApiKey'];

const LOOKS = { valid: 'success', expired: 'cancelled', revoked: 'cancelled' } as const;

export function KeysPage() {
  const errand = useErrand();
  const { me } = useSignedIn();
  const query = usePages(['keys'], (cursor, signal) =>
    dataOf(errand.api.GET('/api/v1/api_keys', { params: { query: cursor }, signal })),
  );
  return (
    <Page
      title="Keys"
      text="API keys of programs and people, and the secrets that sign callbacks."
      actions={<CreateKey />}
    >
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="API keys"
            rows={pages.flatMap(({ keys }) => keys)}
            rowKey={({ api_key_id: id }) => id}
            empty="There are no keys."
            columns={[
              {
                name: 'Name',
                cell: ({ name, api_key_id: id }) => (
                  <>
                    <span className="strong">{name}</span>{' '}
                    {id === me.key.api_key_id && <span className="chip">in use here</span>}
                  </>
                ),
              },
              { name: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
              { name: 'Scopes', cell: ({ scopes }) => scopes.map(formatName).join(', ') },
              { name: 'State', cell: ({ status }) => <Mark look={LOOKS[status]} words={status} /> },
              { name: 'Last used', cell: ({ last_used_at: at }) => <When time={at} /> },
              { name: 'Expires', cell: (key) => <Expiry apiKey={key} /> },
              { name: 'Actions', kind: 'end', cell: (key) => <Revoke apiKey={key} /> },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
      <SigningSecrets />
    </Page>
  );
}

interface KeyProps {
  readonly apiKey: ApiKey;
}

function Expiry({ apiKey: { expires_at: at, expires_soon: isSoon } }: KeyProps) {
  if (at === null) return <span className="soft">never</span>;
  return isSoon ? <Mark look="waiting" words={formatMoment(at)} /> : formatMoment(at);
}

function Revoke({ apiKey: { api_key_id: id, name, status } }: KeyProps) {
  const errand = useErrand();
  const revoke = useChange({
    run: () => {
      const params = { path: { api_key_id: id } };
      return dataOf(errand.api.DELETE('/api/v1/api_keys/{api_key_id}', { params }));
    },
    done: ({ key }) => `The key “${key.name}” is revoked.`,
  });
  if (status !== 'valid') return null;
  return (
    <FormDialog
      small
      look="danger"
      label="Revoke"
      name={`Revoke ${name}`}
      title={`Revoke the key “${name}”?`}
      text="Programs that use it are refused at once. This cannot be undone."
      confirm="Revoke it"
      onSend={() => revoke.mutateAsync(undefined)}
    />
  );
}
