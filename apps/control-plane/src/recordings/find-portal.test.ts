import { expect, test } from '@jest/globals';
import { findPortal } from './find-portal.ts';

test.each([
  ['https://portal.example/login?next=1', 'https://portal.example'],
  ['http://Portal.example:8080/', 'http://portal.example:8080'],
  ['about:blank', 'about:blank'],
  ['{start_url[0]}', '{start_url[0]}'],
  ['', ''],
])('finds the portal of "%s": "%s"', (startUrl, portal) => {
  expect(findPortal(startUrl)).toBe(portal);
});
