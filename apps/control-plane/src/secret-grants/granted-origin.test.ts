import { expect, test } from '@jest/globals';
import { coversOrigin, readGrantedOrigin } from './granted-origin.ts';

const portal = 'https://portal.example';
const below = 'https://*.portal.example';

test.each([
  ['https://portal.example', portal],
  ['https://portal.example/', portal],
  ['https://portal.example:443', portal],
  ['HTTPS://Portal.EXAMPLE', portal],
  ['https://p\u00F6rtal.example', 'https://xn--prtal-jua.example'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:80', 'http://[::1]'],
  ['https://*.portal.example', below],
  ['https://*.portal.example:8443/', 'https://*.portal.example:8443'],
])('accepts the origin %s', (text, origin) => {
  expect(readGrantedOrigin(text)).toBe(origin);
});

test.each([
  '',
  '*',
  'null',
  'portal.example',
  'https://',
  'https://*',
  'https://*.com',
  'https://*.127.0.0.1',
  'https://*.[::1]',
  'https://a*.portal.example',
  'https://*.*.portal.example',
  'https://portal.*',
  'https://portal.example/login',
  'https://portal.example?a',
  'https://portal.example#a',
  'https://portal.example\\.evil.example',
  'https://portal.example@evil.example',
  'https://portal.example:99999',
  'https://portal.example https://evil.example',
  'ftp://portal.example',
  'javascript://portal.example',
  'blob:https://portal.example',
  `https://${'a'.repeat(2_100)}.example`,
])('rejects the origin "%s"', (text) => {
  expect(readGrantedOrigin(text)).toBeUndefined();
});

test.each([
  [portal, portal],
  [below, 'https://www.portal.example'],
  [below, 'https://a.b.portal.example'],
  ['https://*.portal.example:8443', 'https://www.portal.example:8443'],
])('%s covers %s', (granted, origin) => {
  expect(coversOrigin(granted, origin)).toBe(true);
});

/** Origins that a worker may report by mistake or on purpose. */
const strangers = [
  'null',
  '',
  'about:blank',
  'data:text/html,x',
  'file://',
  'blob:https://portal.example/1',
  'http://portal.example',
  'https://portal.example/',
  'https://portal.example:443',
  'https://portal.example:8443',
  'https://PORTAL.example',
  'https://portal.example.',
  'https://portal.example.evil.example',
  'https://evil-portal.example',
  'https://evilportal.example',
  'https://portal.example@evil.example',
  'https://user:pass@portal.example',
  'https://evil.example/https://portal.example',
  'https://evil.example#https://portal.example',
  'https://evil.example?.portal.example',
  'https://evil.example\\.portal.example',
  'https://p\u043Ertal.example',
  'https://\uFF50ortal.example',
  'https://portal.example\n',
  ' https://portal.example',
];

test.each(strangers)('does not cover "%s" by the site or its subdomains', (origin) => {
  expect([coversOrigin(portal, origin), coversOrigin(below, origin)]).toEqual([false, false]);
});

test.each([
  portal,
  'http://www.portal.example',
  'https://www.portal.example:8443',
  'https://www.portal.example/',
  'https://WWW.portal.example',
  'https://.portal.example',
  'https://user@www.portal.example',
  'https://www.portal.example.evil.example',
  'https://www.evil-portal.example',
])('does not cover "%s" by the subdomains of a site', (origin) => {
  expect(coversOrigin(below, origin)).toBe(false);
});
