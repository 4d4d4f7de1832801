import { dataOf, type ErrandSchemas } from '@errand/client';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { More, Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { When } from '../../ui/when.tsx';

export function WorkspacesPage() {
  const errand = useErrand();
  const query = usePages(['workspaces'], (cursor, signal) =>
    dataOf(errand.api.GET('/api/v1/workspaces', { params: { query: cursor }, signal })),
  );
  return (
    <Page
      title="Workspaces"
      text="Groups of recordings, to keep them in order and to filter by."
      actions={<Create />}
    >
      <Loaded query={query}>
        {({ pages }) => (
          <Table
            label="Workspaces"
            rows={pages.flatMap(({ workspaces }) => workspaces)}
            rowKey={({ workspace_id: id }) => id}
            empty="There are no workspaces."
            columns={[
              {
                name: 'Name',
                cell: ({ name, is_default: isDefault }) => (
                  <>
                    <span className="strong">{name}</span>{' '}
                    {isDefault && <span className="chip">default</span>}
                  </>
                ),
              },
              {
                name: 'Recordings',
                kind: 'number',
                cell: ({ workspace_id: id, name, recording_count: count }) => (
                  <Link
                    to="/recordings"
                    search={{ workspace_id: id }}
                    aria-label={`${count} recordings of ${name}`}
                  >
                    {count}
                  </Link>
                ),
              },
              {
                name: 'Tasks',
                cell: ({ workspace_id: id, name }) => (
                  <Link to="/tasks" search={{ workspace_id: id }} aria-label={`Tasks of ${name}`}>
                    Tasks
                  </Link>
                ),
              },
              { name: 'Created', cell: ({ created_at: at }) => <When time={at} /> },
              {
                name: 'Actions',
                kind: 'end',
                cell: (workspace) => <Actions workspace={workspace} />,
              },
            ]}
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

function Create() {
  const errand = useErrand();
  const mayChange = useMay('author');
  const create = useChange({
    run: (name: string) => dataOf(errand.api.POST('/api/v1/workspaces', { body: { name } })),
    done: ({ workspace }) => `The workspace “${workspace.name}” was created.`,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      look="main-action"
      label="New workspace"
      title="New workspace"
      confirm="Create it"
      onSend={({ name = '' }) => create.mutateAsync(name)}
    >
      <TextField label="Name" name="name" required />
    </FormDialog>
  );
}

interface ActionsProps {
  readonly workspace: ErrandSchemas['Workspace'];
}

function Actions({ workspace: { workspace_id: id, name, is_default: isDefault } }: ActionsProps) {
  const errand = useErrand();
  const mayChange = useMay('author');
  const path = '/api/v1/workspaces/{workspace_id}';
  const params = { path: { workspace_id: id } };
  const rename = useChange({
    run: (next: string) => dataOf(errand.api.PATCH(path, { params, body: { name: next } })),
    done: ({ workspace }) => `The workspace is now called “${workspace.name}”.`,
  });
  const remove = useChange({
    run: () => dataOf(errand.api.DELETE(path, { params })),
    done: ({ message }) => message,
  });
  if (!mayChange) return null;
  return (
    <div className="actions">
      <FormDialog
        small
        label="Rename"
        name={`Rename ${name}`}
        title="Rename the workspace"
        confirm="Rename it"
        onSend={({ name: next = '' }) => rename.mutateAsync(next)}
      >
        <TextField label="Name" name="name" value={name} required />
      </FormDialog>
      {!isDefault && (
        <FormDialog
          small
          look="danger"
          label="Delete"
          name={`Delete ${name}`}
          title={`Delete the workspace “${name}”?`}
          confirm="Delete it"
          onSend={() => remove.mutateAsync(undefined)}
        />
      )}
    </div>
  );
}
