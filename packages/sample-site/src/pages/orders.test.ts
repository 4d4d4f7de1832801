import { expect, test } from '@jest/globals';
import { openTestSite } from '../test-client.ts';

const numbersIn = (page: string) =>
  [...page.matchAll(/<a href="\/orders\/(HS-\d+)">/g)].map(([, n]) => n);

test('shows the 57 orders in pages of ten', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const first = await client.get('/orders').expect(200, /Page 1 of 6 \(57 orders\)/);
  const last = await client.get('/orders?page=99').expect(200, /Page 6 of 6/);
  expect(numbersIn(first.text)).toHaveLength(10);
  expect(numbersIn(last.text)).toEqual(Array.from({ length: 7 }, (_, n) => `HS-${10_451 + n}`));
});

test('filters by status and by text', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const shipped = await client.get('/orders?status=Shipped&rows=50');
  expect(shipped.text).toMatch(/<option selected>Shipped/);
  expect(shipped.text).not.toMatch(/badge (?!shipped)/);
  const found = await client.get('/orders?search=hs-10424');
  expect(numbersIn(found.text)).toEqual(['HS-10424']);
  expect(await client.get('/orders?search=nothing')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/No order matches/),
  });
});

test('sorts by a column both ways', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const descending = await client.get('/orders?sort=date&direction=descending');
  expect(numbersIn(descending.text)[0]).toBe('HS-10457');
  expect(descending.text).toMatch(/aria-sort="descending">\s*<a href="[^"]*ascending[^"]*">Date/);
});

test('escapes the search text', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const search = encodeURIComponent('"><img src=x onerror=alert(1)>');
  const answer = await client.get(`/orders?search=${search}&status=%3Cb%3E&sort[]=x`).expect(200);
  expect(answer.text).toContain('&lt;img src=x');
  expect(answer.text).not.toContain('<img src=x');
  expect(answer.text).not.toContain('<b>');
});

test('shows an order, and 404 for a missing one', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const answer = await client.get('/orders/HS-10424').expect(200);
  expect(answer.text).toMatch(/data-testid="order-total">\s*\$5,762\.60/);
  expect(await client.get('/orders/HS-99999')).toMatchObject({
    status: 404,
    text: expect.stringMatching(/Page not found/),
  });
  expect(await client.get('/orders/HS-99999/confirmation')).toMatchObject({ status: 404 });
});
