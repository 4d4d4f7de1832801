import { expect, test } from '@jest/globals';
import { openTestSite } from '../test-client.ts';

test('sends the lines of an order as a file', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const answer = await client.get('/orders/HS-10424/download.csv').expect(200);
  expect(answer.headers['content-disposition']).toBe('attachment; filename=HS-10424.csv');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.text).toMatch(/^Order,SKU,Product,Quantity,Unit price\r\nHS-10424,/);
});

test('uses the same file name for the statements of all orders', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const disposition = 'attachment; filename=statement.csv';
  expect(await client.get('/orders/HS-10401/statement.csv')).toMatchObject({
    headers: { 'content-disposition': disposition },
  });
  expect(await client.get('/orders/HS-10402/statement.csv')).toMatchObject({
    headers: { 'content-disposition': disposition },
  });
});

test('sends the invoice as a download or inline', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const saved = await client
    .get('/orders/HS-10424/invoice.pdf')
    .expect('content-type', 'application/pdf');
  expect(saved.headers['content-disposition']).toBe('attachment; filename=invoice-HS-10424.pdf');
  const body: unknown = saved.body;
  expect(String(body)).toContain('(Invoice HS-10424) Tj');
  expect(await client.get('/orders/HS-10424/invoice.pdf?display=inline')).toMatchObject({
    headers: { 'content-disposition': expect.stringMatching(/^inline/) },
  });
});

test('exports the filtered list', async () => {
  await using site = await openTestSite();
  const client = await site.client('demo@harbor.example');
  const all = await client.get('/orders/export').expect('content-disposition', /orders\.csv/);
  expect(all.text.trim().split('\r\n')).toHaveLength(58);
  const shipped = await client.get('/orders/export?status=Shipped');
  expect(shipped.text).not.toContain('Delivered');
});

test.each(['download.csv', 'statement.csv', 'invoice.pdf'])(
  'has no %s for a missing order and refuses visitors',
  async (file) => {
    await using site = await openTestSite();
    const client = await site.client('demo@harbor.example');
    expect(await client.get(`/orders/HS-1/${file}`)).toMatchObject({ status: 404 });
    const visitor = await site.client();
    expect(await visitor.get(`/orders/HS-10401/${file}`)).toMatchObject({ status: 302 });
  },
);
