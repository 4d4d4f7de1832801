import { expect, test } from '@jest/globals';
import { healthUrlsOf, portsOfWorker } from './worker-ports.ts';

test('numbers the ports of further workers upwards, and leaves unset ports unset', () => {
  const settings = { HEALTH_PORT: '9100', SCREEN_PORT: '5900' };
  expect(portsOfWorker(settings, 1)).toEqual(settings);
  expect(portsOfWorker(settings, 3)).toEqual({ HEALTH_PORT: '9102', SCREEN_PORT: '5902' });
  expect(portsOfWorker({ HEALTH_PORT: '0', WORKER_SLOTS: '2' }, 2)).toEqual({});
  // The worker itself reports what is wrong with such a port.
  expect(portsOfWorker({ HEALTH_PORT: 'none' }, 2)).toEqual({});
  expect(portsOfWorker({ HEALTH_PORT: '70000' }, 1)).toEqual({ HEALTH_PORT: '70000' });
});

test('names the pages of all workers', () => {
  const settings = { HEALTH_PORT: '9100', HEALTH_HOST: '0.0.0.0' };
  expect(healthUrlsOf(settings, 2)).toEqual(['http://127.0.0.1:9100', 'http://127.0.0.1:9101']);
  expect(healthUrlsOf({ HEALTH_PORT: '9100' }, 1)).toEqual(['http://127.0.0.1:9100']);
  expect(healthUrlsOf({}, 2)).toEqual([]);
});

test('refuses ports beyond the last one, and an address that workers would share', () => {
  expect(() => healthUrlsOf({ HEALTH_PORT: '65535' }, 2)).toThrow(
    'HEALTH_PORT is "65535", and worker 2 would need port 65536: specify a lower one',
  );
  expect(() => healthUrlsOf({ SCREEN_ADDRESS: 'w.example:5900' }, 2)).toThrow(/SCREEN_ADDRESS/);
  expect(healthUrlsOf({ SCREEN_ADDRESS: 'w.example:5900' }, 1)).toEqual([]);
});
