import type { ErrandSchemas } from '@errand/api-types';
import { defineRoute } from '../http/define-route.ts';
import { writeObject } from '../http/json-text.ts';
import { readRange } from './statistic-range.ts';
import type { StatisticsStore } from './statistics-store.ts';
import { summarise } from './summarise.ts';

export const getStatistics = defineRoute(
  'getStatistics',
  async ({ statistics }: { readonly statistics: StatisticsStore }, { query, accountId }) => {
    const range = readRange(query, new Date());
    const { group_by: grouping } = query;
    const found = await statistics.read(accountId, range, grouping);
    return {
      status: 200,
      body: writeObject<ErrandSchemas['Statistics']>({
        success: true,
        from: range.from.toISOString(),
        to: range.to.toISOString(),
        bucket: range.bucket,
        group_by: grouping ?? null,
        ...summarise(found, range),
      }),
    };
  },
);
