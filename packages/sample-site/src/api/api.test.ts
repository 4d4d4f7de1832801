import { expect, test } from '@jest/globals';
import { openTestSite } from '../test-client.ts';

const newOrder = {
  company: '<b>Tidewater</b>',
  contact: 'buying@tidewater.example',
  product: 'LT-077',
  quantity: '12',
  deliveryDate: '2026-04-15',
  warehouse: 'Rotterdam',
  method: 'Pickup',
  urgency: '7',
  extras: ['Pallet exchange'],
  notes: 'Gate 4',
  terms: 'on',
};

test('lists orders as JSON', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const answer = await client.get('/api/orders?status=Shipped&rows=3').expect(200);
  expect(answer.body).toMatchObject({ page: 1, pages: 5, found: 14 });
  expect(await (await site.client()).get('/api/orders')).toMatchObject({
    status: 401,
    body: { error: 'Sign in first.' },
  });
});

test('places an order under the next number and shows it escaped', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const answer = await client.post('/api/orders').send(newOrder).expect(201);
  expect(answer.body).toMatchObject({
    number: 'HS-10458',
    status: 'Processing',
    totalCents: 70_680,
  });
  expect(await client.get('/orders/HS-10458/confirmation')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/role="status"[^]*HS-10458/),
  });
  const page = await client.get('/orders/HS-10458').expect(200);
  expect(page.text).toContain('&lt;b&gt;Tidewater');
  expect(page.text).toContain('Pickup from Rotterdam; urgency 7; Pallet exchange; Gate 4');
});

test('names every invalid field of an order', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const answer = await client.post('/api/orders').send({ extras: ['Gold'], quantity: '0' });
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ problems: expect.arrayContaining(['Agree to the terms.']) });
  const body: unknown = answer.body;
  expect(JSON.stringify(body).match(/\./g)).toHaveLength(9);
});

test.each(['2026-03-01', '2026-02-31x', 'soon'])('refuses the delivery date %s', async (day) => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  expect(await client.post('/api/orders').send({ ...newOrder, deliveryDate: day })).toMatchObject({
    status: 422,
  });
});

test('responds with 400 to a body that is not JSON', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  expect(await client.post('/api/orders').type('json').send('{')).toMatchObject({
    status: 400,
    text: expect.stringMatching(/could not be read/),
  });
});

test('returns quotes, and 404 for an unknown symbol', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  expect(await client.get('/api/quotes/teak?delay=5')).toMatchObject({
    status: 200,
    text: expect.stringMatching(/3140\.75/),
  });
  expect(await client.get('/api/quotes/NONE')).toMatchObject({ status: 404 });
  const found = await client.get('/api/quotes?search=marine');
  expect(found.body).toMatchObject({ quotes: [{ symbol: 'STEEL' }, { symbol: 'DIESEL' }] });
});

test('returns the activity in portions until it ends', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const last = await client.get('/api/activity?from=45');
  expect(last.body).toMatchObject({ next: null });
  const beyond = await client.get('/api/activity?from=500');
  expect(beyond.body).toEqual({ entries: [], next: null });
});

test('looks certificates up', async () => {
  await using site = await openTestSite();
  const client = await site.client();
  const fields = { lastName: 'LIND', documentNumber: 'c-2026-0117', country: 'Norway (NOR)' };
  const latest = await client.post('/api/certificates/latest').send(fields);
  expect(latest.body).toMatchObject({ found: true, validUntil: '2028-01-16' });
  const history = await client.post('/api/certificates/history').send(fields);
  expect(history.body).toMatchObject({ found: true, history: [{ event: 'Inspected' }, {}] });
  const other = await client.post('/api/certificates/latest').send({ ...fields, lastName: 'No' });
  expect(other.body).toMatchObject({ found: false });
  expect(await client.post('/api/certificates/other').send(fields)).toMatchObject({ status: 404 });
});

test('deletes a report once', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  expect(await client.delete('/api/reports/sales')).toMatchObject({ status: 204 });
  expect(await client.delete('/api/reports/sales')).toMatchObject({ status: 404 });
  const page = await client.get('/reports');
  expect(page.text).not.toContain('Sales report');
});
