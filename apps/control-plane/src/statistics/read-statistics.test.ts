import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { writeObject } from '../http/json-text.ts';
import { addAccount } from '../testing/open-stores.ts';
import { createRandom } from '../testing/random.ts';
import { useStores } from '../testing/use-stores.ts';
import type { StatisticRange } from './statistic-range.ts';
import { type Grouping, GROUPINGS } from './statistic-rows.ts';
import { createStatisticsStore } from './statistics-store.ts';
import { summarise } from './summarise.ts';
import { totalBuckets } from './total-buckets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { database } = await useStores();
const { pool } = database;
const statistics = createStatisticsStore(database);
const random = createRandom(11);
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Midnight, four days ago. */
const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 4 * DAY_MS;
const at = (hours: number): Date => new Date(start + hours * HOUR_MS);
const daysFrom = (first: number, days: number): StatisticRange => {
  return { bucket: 'day', from: at(24 * first), to: at(24 * (first + days)) };
};
const hoursFrom = (first: number, hours: number): StatisticRange => {
  return { bucket: 'hour', from: at(first), to: at(first + hours) };
};

const RANGES = [
  daysFrom(0, 4),
  daysFrom(-2, 6),
  hoursFrom(0, 96),
  hoursFrom(2, 20),
  hoursFrom(5, 68),
  hoursFrom(-3, 30),
  // Includes 150 consecutive hours with tasks.
  hoursFrom(-310, 165),
];

/** Tasks that ended in an hour, as a row of their hour and one of their day. */
interface Ended {
  readonly hour: number;
  readonly recording: string;
  readonly name: string;
  readonly status: string;
  readonly errorClass: string | null;
  readonly tasks: number;
  readonly bin: number;
  readonly cost: number;
}

const RECORDINGS = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];
// By bytes, the fullwidth tilde precedes the letter outside the basic plane; by UTF-16 it follows.
const NAMES = ['Z', 'a', 'é', '～', '𝒂', `it's "quoted", \\n \\\\x {1,2}`, '', 'null', 'all'];

const endAt = (hour: number): Ended => ({ ...endSomehow(), hour });
const endAs = (name: string, tasks: number): Ended => ({ ...endAt(5), name, tasks });

function endSomehow(): Ended {
  const status = pick(['success', 'success', 'failed', 'cancelled']);
  return {
    // Some hours and days stay empty.
    hour: pick([0, 1, 2, 5, 6, 23, 24, 25, 26, 27, 30, 72, 73, 90]),
    recording: pick(RECORDINGS),
    name: pick(NAMES),
    status,
    errorClass: status === 'failed' ? pick(['timeout', 'time"out', null]) : null,
    tasks: pick([1, 1, 2, 130]),
    bin: Math.floor(random() * 120),
    cost: pick([0, 0.25]),
  };
}

async function store(accountId: string, ended: readonly Ended[]): Promise<void> {
  await pool.query(
    `INSERT INTO task_statistics (account_id, span, starts_at, recording_id, endpoint_name, status, error_class, tasks,
       wait_ms, wait_bins, duration_ms, duration_bins, cost_usd)
     SELECT $1, span, date_trunc(span::text, $2::timestamptz + make_interval(hours => hour), 'UTC'), recording, name, status::task_status,
       "errorClass", tasks, tasks * 10, jsonb_build_object(bin, tasks), tasks * 20, jsonb_build_object(bin + 1, tasks), cost
     FROM jsonb_to_recordset($3) AS ended(hour int, recording uuid, name text, status text, "errorClass" text, tasks int,
       bin int, cost float), unnest(enum_range(NULL::statistic_span)) span`,
    [accountId, new Date(start), JSON.stringify(ended)],
  );
}

async function ask(accountId: string, range: StatisticRange, grouping?: Grouping) {
  return writeObject(summarise(await statistics.read(accountId, range, grouping), range)).text;
}

async function askAll(accountId: string): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for (const range of RANGES) {
    for (const grouping of [undefined, ...GROUPINGS]) {
      answers.set(JSON.stringify([range, grouping]), await ask(accountId, range, grouping));
    }
  }
  return answers;
}

async function listValues(accountId: string, grouping: Grouping): Promise<readonly unknown[]> {
  const { groups } = JSON.parse(await ask(accountId, daysFrom(0, 4), grouping));
  return groups.map(({ value }: { value: string | null }) => value);
}

test('figures are the same whether their rows are open, in totals, or both', async () => {
  const [open, mixed] = [await addAccount(database), await addAccount(database)];
  const successive = Array.from({ length: 150 }, (_, place) => endAt(place - 300));
  const ended = [...successive, ...Array.from({ length: 300 }, endSomehow)];
  const late = [...Array.from({ length: 8 }, endSomehow), ...[3, 50].map(endAt)];
  await store(mixed, ended);
  while (await totalBuckets(database));
  await store(mixed, late);
  await store(open, [...ended, ...late]);
  const answers = await askAll(open);
  expect(await askAll(mixed)).toEqual(answers);
  while (await totalBuckets(database));
  expect(await askAll(open)).toEqual(answers);
  expect(await askAll(mixed)).toEqual(answers);
});

test('groups of equal size are sorted by the bytes of their values', async () => {
  const accountId = await addAccount(database);
  const [first, ...others] = NAMES.map((name) => endAs(name, 3));
  await store(accountId, others);
  while (await totalBuckets(database));
  await store(accountId, first ? [first] : []);
  const sorted = NAMES.map((name) => Buffer.from(name)).toSorted((one, other) =>
    Buffer.compare(one, other),
  );
  expect(await listValues(accountId, 'endpoint_name')).toEqual(
    sorted.map((name) => name.toString() || null),
  );
});

test('the largest groups are chosen by open rows and totals', async () => {
  const accountId = await addAccount(database);
  await store(
    accountId,
    Array.from({ length: 40 }, (_, place) => endAs(`name ${place}`, 100 - place)),
  );
  while (await totalBuckets(database));
  await store(accountId, [endAs('name 39', 40), endAs('name 40', 99)]);
  const names = await listValues(accountId, 'endpoint_name');
  expect(names).toHaveLength(30);
  expect(names.slice(0, 4)).toEqual(['name 39', 'name 0', 'name 1', 'name 40']);
});

test('an account without tasks has empty buckets and no groups', async () => {
  const accountId = await addAccount(database);
  const { total, buckets, groups, has_more_groups } = JSON.parse(
    await ask(accountId, hoursFrom(3, 60), 'status'),
  );
  expect([total.tasks, groups, has_more_groups]).toEqual([0, [], false]);
  expect(buckets.map((bucket: { starts_at: string }) => bucket.starts_at)).toEqual(
    Array.from({ length: 60 }, (_, hour) => at(3 + hour).toISOString()),
  );
});

test('rows that move to totals while they are read count once', async () => {
  const accountId = await addAccount(database);
  await store(accountId, Array.from({ length: 20 }, endSomehow));
  const answer = await ask(accountId, daysFrom(0, 4));
  const mover = await pool.connect();
  try {
    await mover.query('BEGIN');
    await mover.query('LOCK TABLE statistic_totals');
    const answered = ask(accountId, daysFrom(0, 4));
    await untilWaiting();
    await totalBuckets({ transaction: (work) => work(mover) });
    await mover.query('COMMIT');
    expect(await answered).toBe(answer);
  } finally {
    mover.release();
  }
});

async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_locks WHERE relation = 'statistic_totals'::regclass AND NOT granted",
    );
    if (rowCount !== 0) return;
    await delay(10);
  }
}
