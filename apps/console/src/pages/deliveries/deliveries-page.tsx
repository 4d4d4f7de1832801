import { dataOf, type ErrandSchemas } from '@errand/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Results } from '../../ui/results.tsx';
import { More } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { type ListedState, readDeliveryFilters, readRedelivery } from './delivery-filters.ts';
import { DeliveryTable } from './delivery-table.tsx';

const route = getRouteApi('/deliveries');

const STATES = [
  ['failed', 'Failed'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['all', 'All'],
] as const satisfies readonly (readonly [ListedState, string])[];

const EMPTY = {
  failed: 'No delivery has been given up. Those that will be tried again are pending.',
  pending: 'No delivery is pending.',
  delivered: 'Nothing has been delivered.',
} as const satisfies Record<Exclude<ListedState, 'all'>, string>;

export function DeliveriesPage() {
  const errand = useErrand();
  const navigate = useNavigate();
  const state: ListedState = route.useSearch({ select: readDeliveryFilters }).state ?? 'failed';
  const query = usePages(['deliveries', state], (cursor, signal) => {
    const filter = state === 'all' ? {} : { state };
    const params = { query: { ...filter, ...cursor } };
    return dataOf(errand.api.GET('/api/v1/deliveries', { params, signal }));
  });
  return (
    <Page
      title="Deliveries"
      text="Results that are sent to your callback URLs, and what their servers returned."
      actions={<RedeliverMany />}
    >
      <div className="filters">
        <SelectField
          label="State"
          name="state"
          chosen={state}
          options={STATES}
          onChoose={(chosen) =>
            void navigate({ to: '/deliveries', search: readDeliveryFilters({ state: chosen }) })
          }
        />
      </div>
      <Results
        asked={state}
        count={query.data?.pages.flatMap(({ deliveries }) => deliveries).length}
        hasMore={query.hasNextPage}
        one="delivery"
        many="deliveries"
      />
      <Loaded query={query}>
        {({ pages }) => (
          <DeliveryTable
            deliveries={pages.flatMap(({ deliveries }) => deliveries)}
            empty={
              state === 'all'
                ? 'Nothing has been sent yet. Give a recording or a task a callback URL.'
                : EMPTY[state]
            }
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

function RedeliverMany() {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const redeliver = useChange({
    run: async (filter: ErrandSchemas['RedeliverManyRequest']) => {
      let count = 0;
      for (let cursor: string | undefined; ;) {
        const body = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
        const answer = await dataOf(errand.api.POST('/api/v1/deliveries/redeliver', { body }));
        count += answer.queued_count;
        if (!answer.has_more || answer.next_cursor === null) return count;
        cursor = answer.next_cursor;
      }
    },
    done: (count: number) => `${formatCount(count, 'delivery', 'deliveries')} sent again.`,
  });
  if (!mayChange) return null;
  return (
    <FormDialog
      label="Send many again"
      title="Send many deliveries again"
      text="Deliveries that match all fields are sent. Receivers recognise repeated deliveries by their webhook-id."
      confirm="Send them"
      onSend={(texts) => redeliver.mutateAsync(readRedelivery(texts))}
    >
      <SelectField
        label="State"
        name="state"
        options={[
          ['failed', 'Failed'],
          ['delivered', 'Delivered'],
        ]}
      />
      <TextField
        label="URL begins with"
        name="url_prefix"
        help="For example https://erp.example.com/. Leave it empty for all receivers."
      />
      <TextField label="Created since" name="since" type="datetime-local" />
      <TextField label="Created before" name="before" type="datetime-local" />
      <TextField label="Task IDs" name="tasks" multiline help="Leave it empty for all tasks." />
    </FormDialog>
  );
}
