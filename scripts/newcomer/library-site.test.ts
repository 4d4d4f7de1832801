import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CARD, createLibrarySite } from './library-site.ts';

const server = createServer(createLibrarySite());
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let cookie = '';
function request(path: string, form?: Readonly<Record<string, string>>): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  const body = form && new URLSearchParams(form);
  const method = form ? 'POST' : 'GET';
  const options = { method, redirect: 'manual', headers: { cookie } } as const;
  return fetch(`http://127.0.0.1:${port}${path}`, body ? { ...options, body } : options);
}

test('renews the loans of a card and lists them in the receipt', async () => {
  expect((await request('/loans')).headers.get('location')).toBe('/account');
  const { number, pin } = CARD;
  const refused = await request('/sign-in', { number, pin: '1' });
  expect(await refused.text()).toContain('This card is not known.');
  const signedIn = await request('/sign-in', { number, pin });
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const text = await (await request('/loans?show=soon')).text();
  const links = [...text.matchAll(/href="(\/loans\/\d)"/g)].map(([, href = '']) => href);
  expect(links).toHaveLength(3);
  for (const link of links) {
    expect((await request(`${link}/confirm`, {})).status).toBe(303);
  }
  expect(await (await request('/loans')).text()).toContain('<b id="cost">1.50</b>');
  const receipt = await (await request('/receipt.csv')).text();
  expect(receipt.trim().split('\n')).toHaveLength(4);
});
