import { expect, test } from '@jest/globals';
import { loadConfig } from './config.ts';

const required = { CONTROL_PLANE_URL: 'http://127.0.0.1:8080', WORKER_TOKEN: 'w'.repeat(32) };

test('defaults to as many warm sessions as slots', () => {
  expect(loadConfig({ ...required, WORKER_SLOTS: '3' }).warmSessions).toBe(3);
  expect(loadConfig({ ...required, WORKER_SLOTS: '3', WARM_SESSIONS: '0' }).warmSessions).toBe(0);
});

test('lets browsers serve a second task only with BROWSER_ISOLATION=context', () => {
  const limits = { BROWSER_REUSE_TASKS: '7', BROWSER_REUSE_MEMORY_MIB: '2' };
  expect(loadConfig(required).reuse).toBeUndefined();
  expect(loadConfig({ ...required, ...limits, BROWSER_ISOLATION: 'context' }).reuse).toEqual({
    maxTasks: 7,
    maxMemoryBytes: 2 * 1024 ** 2,
  });
  const small = { ...required, BROWSER_ISOLATION: 'context', SESSION_MEMORY_MIB: '700' };
  expect(loadConfig(small).reuse?.maxMemoryBytes).toBe(350 * 1024 ** 2);
  expect(loadConfig({ ...small, SESSION_MEMORY_MIB: '0' }).reuse).toEqual({
    maxTasks: 50,
    maxMemoryBytes: 1024 ** 3,
  });
  for (const [name, value] of Object.entries(limits)) {
    expect(() => loadConfig({ ...required, [name]: value })).toThrow(
      `${name} is ${value}, but has an effect only with BROWSER_ISOLATION=context: set that too, or leave ${name} empty.`,
    );
  }
});

test('announces a provider of models, and recording', () => {
  expect(loadConfig(required).features).toEqual([]);
  const all = { ...required, GEMINI_API_KEY: 'key', RECORD_SESSIONS: 'true' };
  expect(loadConfig(all).features).toEqual(['models', 'recording']);
});

test('reads comma-separated labels without duplicates', () => {
  expect(loadConfig(required).labels).toEqual([]);
  const labels = load('acme, default,acme,').labels;
  expect(labels).toEqual(['acme', 'default']);
});

test('refuses invalid labels and too many labels', () => {
  expect(() => load('acme,a b')).toThrow('WORKER_LABELS: "a b" is not a label');
  const many = Array.from({ length: 21 }, (_, index) => `l${index}`).join(',');
  expect(() => load(many)).toThrow('WORKER_LABELS: 21 labels are too many: 20 at most.');
});

function closedBy(more: object): readonly string[] {
  return loadConfig({ ...required, ...more }).network.closedAddresses;
}

function load(labels: string): ReturnType<typeof loadConfig> {
  return loadConfig({ ...required, WORKER_LABELS: labels });
}

test("blocks the usual ports at the control plane's host for browsers, or those that the operator names", () => {
  const own = {
    CONTROL_PLANE_URL: 'https://control.intern',
    SCREEN_ADDRESS: 'worker-1.intern:5900',
  };
  const usual = [8080, 8081, 8082, 8083, 9000, 5432, 5433].map((port) => `control.intern:${port}`);
  const known = ['control.intern:443', 'worker-1.intern:5900'];
  expect(closedBy(own).toSorted()).toEqual([...known, ...usual].toSorted());
  expect(closedBy({ ...own, BROWSER_CLOSED_ADDRESSES: 'db.intern:5432' }).toSorted()).toEqual(
    [...known, 'db.intern:5432'].toSorted(),
  );
});

test('accepts a proxy with or without a login', () => {
  const url = 'http://proxy.example:3128';
  expect(proxyOf({})).toBeUndefined();
  expect(proxyOf({ PROXY_URL: url })).toMatchObject({ username: undefined, provider: 'other' });
  const login = { PROXY_USERNAME: 'u', PROXY_PASSWORD: 'p' };
  expect(proxyOf({ PROXY_URL: url, ...login, PROXY_PROVIDER: 'oxylabs' })).toMatchObject({
    username: 'u',
    password: 'p',
    country: 'US',
    provider: 'oxylabs',
  });
});

test.each([
  [{ PROXY_USERNAME: 'u' }, 'PROXY_URL: PROXY_USERNAME needs PROXY_URL.'],
  [{ PROXY_URL: 'http://u:p@proxy.example' }, 'PROXY_URL: Give user name and password as'],
  [{ PROXY_URL: 'http://p.example', PROXY_PASSWORD: 'p' }, 'PROXY_PASSWORD needs PROXY_USERNAME'],
  [{ PROXY_URL: 'http://p.example', PROXY_PROVIDER: 'brightdata' }, 'brightdata needs PROXY_USER'],
  [{ PROXY_URL: 'socks5://p.example' }, 'PROXY_URL'],
  [{ PROXY_COUNTRY: 'Germany' }, 'PROXY_COUNTRY'],
])('refuses the proxy settings %j', (more, problem) => {
  expect(() => loadConfig({ ...required, ...more })).toThrow(problem);
});

function proxyOf(more: Record<string, string>) {
  return loadConfig({ ...required, ...more }).proxy;
}
