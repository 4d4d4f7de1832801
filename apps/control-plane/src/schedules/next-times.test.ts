import { expect, test } from '@jest/globals';
import { listNextTimes } from './due-times.ts';
import { createNextTimes } from './next-times.ts';

const daily = { cron: '30 7 * * *', timezone: 'Europe/Berlin' };
const at = (text: string): Date => new Date(text);

test('searches only for times that it does not know yet', async () => {
  const searched: number[] = [];
  const nextTimes = createNextTimes((times, from, count) => {
    searched.push(count);
    return listNextTimes(times, from, count);
  });
  const days = ['2026-11-23T12:00:00Z', '2026-11-24T06:29:59Z', '2026-11-24T06:30:00Z'];
  for (const day of [...days, '2026-12-24T00:00:00Z']) {
    const found = await nextTimes.list(daily, at(day), 5);
    expect(found).toEqual(listNextTimes(daily, at(day), 5));
  }
  await nextTimes.list({ ...daily, timezone: 'UTC' }, at('2026-12-24T00:00:00Z'), 5);
  expect(searched).toEqual([5, 1, 5, 5]);
});

test('searches only once for rare times that it cannot find', async () => {
  const rare = { cron: '0 0 * 2 0#5', timezone: 'UTC' };
  let searches = 0;
  const nextTimes = createNextTimes((...given) => {
    searches += 1;
    return listNextTimes(...given);
  });
  for (const day of ['2026-11-23T12:00:00Z', '2027-11-24T06:29:59Z']) {
    expect(await nextTimes.list(rare, at(day), 5)).toEqual([at('2032-02-29T00:00:00Z')]);
  }
  expect(searches).toBe(1);
  expect(await nextTimes.list(rare, at('2032-02-29T00:00:00Z'), 5)).toEqual([
    at('2060-02-29T00:00:00Z'),
  ]);
});

test('lets other work run between the searches for two schedules', async () => {
  const order: string[] = [];
  const nextTimes = createNextTimes((times, from, count) => {
    order.push(times.cron);
    return listNextTimes(times, from, count);
  });
  setImmediate(() => order.push('other'));
  const from = at('2026-11-23T12:00:00Z');
  await nextTimes.list({ cron: '0 1 * * *', timezone: 'UTC' }, from, 5);
  await nextTimes.list({ cron: '0 2 * * *', timezone: 'UTC' }, from, 5);
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('0 2 * * *'));
});
