import { dataOf, type ErrandSchemas } from '@errand/client';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { More } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';
import { DeliveryTable } from './delivery-table.tsx';

type State = ErrandSchemas['DeliveryState'];

const STATES = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
] as const;

export function DeliveriesPage() {
  const errand = useErrand();
  const [state, setState] = useState('');
  const query = usePages(['deliveries', state], (cursor, signal) => {
    const filter = state === '' ? {} : { state: state as State };
    const params = { query: { ...filter, ...cursor } };
    return dataOf(errand.api.GET('/api/v1/deliveries', { params, signal }));
  });
  return (
    <Page
      title="Deliveries"
      text="Results that are sent to your callback URLs, and what their servers returned."
      actions={<RedeliverFailed />}
    >
      <div className="filters">
        <SelectField
          label="State"
          name="state"
          value={state}
          options={STATES}
          onChoose={setState}
        />
      </div>
      <Loaded query={query}>
        {({ pages }) => (
          <DeliveryTable
            deliveries={pages.flatMap(({ deliveries }) => deliveries)}
            empty={
              state === ''
                ? 'Nothing has been sent yet. Give a recording or a task a callback URL.'
                : `No delivery is ${state}.`
            }
          />
        )}
      </Loaded>
      <More query={query} />
    </Page>
  );
}

function RedeliverFailed() {
  const errand = useErrand();
  const mayChange = useMay('submit');
  const redeliver = useChange({
    run: async () => {
      let count = 0;
      for (let cursor: string | undefined; ;) {
        const body = { state: 'failed' as const, ...(cursor === undefined ? {} : { cursor }) };
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
      label="Send all failed again"
      title="Send all failed deliveries again?"
      text="Receivers know repeated deliveries by their webhook-id."
      confirm="Send them"
      onSend={() => redeliver.mutateAsync(undefined)}
    />
  );
}
