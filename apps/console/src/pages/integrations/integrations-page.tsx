import { dataOf, type ErrandSchemas } from '@errand/client';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Loaded, Problem } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Mark } from '../../ui/status.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';
import {
  describeSettings,
  FIELDS,
  isKind,
  KINDS,
  readChange,
  readIntegration,
} from './integration-fields.ts';

type Integration = ErrandSchemas['Integration'];

export function IntegrationsPage() {
  const errand = useErrand();
  const query = usePages(['integrations'], (cursor, signal) =>
    dataOf(errand.api.GET('/api/v1/integrations', { params: { query: cursor }, signal })),
  );
  return (
    <Page
      title="Integrations"
      text="Where secrets and one-time codes come from. Their credentials are never shown again."
      actions={<Create />}
    >
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Integrations"
            rows={pages.flatMap(({ integrations }) => integrations)}
            rowKey={({ integration_id: id }) => id}
            empty="There are no integrations yet."
            columns={[
              { name: 'Name', cell: ({ name }) => <span className="strong">{name}</span> },
              { name: 'Kind', cell: ({ kind }) => FIELDS[kind].title },
              { name: 'Settings', cell: (integration) => <Settings integration={integration} /> },
              { name: 'Changed', cell: ({ updated_at: at }) => <When time={at} /> },
              {
                name: 'Actions',
                kind: 'end',
                cell: (integration) => <Actions integration={integration} />,
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

interface IntegrationProps {
  readonly integration: Integration;
}

function Settings({ integration: { settings, is_damaged: isDamaged } }: IntegrationProps) {
  if (isDamaged)
    return <Mark look="failed" words="cannot be decrypted: enter it again, or delete it" />;
  return <span className="wrap soft">{describeSettings(settings)}</span>;
}

function Actions({ integration }: IntegrationProps) {
  const { integration_id: id, name, kind } = integration;
  const { uncheckable } = FIELDS[kind];
  const errand = useErrand();
  const params = { path: { integration_id: id } };
  const check = useChange({
    async run() {
      const path = '/api/v1/integrations/{integration_id}/check';
      const result = await dataOf(errand.api.POST(path, { params }));
      // Stays on the page, unlike a message of success.
      if (!result.works) throw new Error(result.message);
      return result;
    },
    done: ({ message }) => message,
  });
  const remove = useChange({
    run: () => dataOf(errand.api.DELETE('/api/v1/integrations/{integration_id}', { params })),
    done: ({ message }) => message,
  });
  return (
    <>
      <div className="actions">
        {uncheckable === undefined && (
          <Button
            small
            label={`Check ${name}`}
            disabled={check.isPending}
            onPress={() => check.mutate(undefined)}
          >
            {check.isPending ? 'Checking…' : 'Check'}
          </Button>
        )}
        <Change integration={integration} />
        <FormDialog
          small
          look="danger"
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete the integration “${name}”?`}
          text="Automations that name it fail from then on."
          confirm="Delete it"
          onSend={() => remove.mutateAsync(undefined)}
        />
      </div>
      {uncheckable !== undefined && <p className="wrap soft">{uncheckable}</p>}
      <Problem error={check.error} />
    </>
  );
}

function Change({ integration }: IntegrationProps) {
  const errand = useErrand();
  const { integration_id: id, name, kind, settings, is_damaged: isDamaged } = integration;
  const params = { path: { integration_id: id } };
  const change = useChange({
    run: (body: ErrandSchemas['UpdateIntegrationRequest']) =>
      dataOf(errand.api.PATCH('/api/v1/integrations/{integration_id}', { params, body })),
    done: () => `The integration “${name}” was changed.`,
  });
  return (
    <FormDialog
      small
      label="Change"
      name={`Change ${name}`}
      title={`Change the integration “${name}”`}
      text={
        isDamaged
          ? 'Its credentials cannot be decrypted any more: enter all of them again.'
          : 'A secret that is left empty stays as it is.'
      }
      confirm="Change it"
      onSend={(texts) => change.mutateAsync(readChange(integration, texts))}
    >
      <TextField label="Name" name="name" value={name} required />
      <SettingFields kind={kind} settings={settings} areSecretsKept={!isDamaged} />
    </FormDialog>
  );
}

interface SettingFieldsProps {
  readonly kind: Integration['kind'];
  readonly settings?: Integration['settings'];
  /** Whether the server has a secret to keep. */
  readonly areSecretsKept?: boolean;
}

function SettingFields({ kind, settings, areSecretsKept = false }: SettingFieldsProps) {
  const known: Readonly<Record<string, string | number | undefined>> = settings ?? {};
  return FIELDS[kind].fields.map(({ name, label, isSecret = false, isOptional = false }) => (
    <TextField
      key={`${kind} ${name}`}
      label={label}
      name={name}
      type={isSecret ? 'password' : 'text'}
      value={String(known[name] ?? '')}
      required={!isOptional && !(isSecret && areSecretsKept)}
    />
  ));
}

function Create() {
  const errand = useErrand();
  const [kind, setKind] = useState<Integration['kind']>('onepassword');
  const create = useChange({
    run: (body: ErrandSchemas['CreateIntegrationRequest']) =>
      dataOf(errand.api.POST('/api/v1/integrations', { body })),
    done: ({ integration }) => `The integration “${integration.name}” was created.`,
  });
  return (
    <FormDialog
      look="main-action"
      label="New integration"
      title="New integration"
      confirm="Create it"
      onSend={(texts) => create.mutateAsync(readIntegration(kind, texts))}
    >
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        options={KINDS.map((each) => [each, FIELDS[each].title])}
        onChoose={(chosen) => isKind(chosen) && setKind(chosen)}
      />
      <TextField label="Name" name="name" required />
      <SettingFields kind={kind} />
    </FormDialog>
  );
}
