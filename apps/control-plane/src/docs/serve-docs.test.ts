import { expect, test } from '@jest/globals';
import { readErrandDocument } from '@errand/api-types';
import supertest from 'supertest';
import { parse } from 'yaml';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

test('serves the document as JSON and as YAML, without authentication', async () => {
  const json = await supertest(app.app).get('/openapi.json').expect(200);
  expect(json.body).toEqual({ ...readErrandDocument(), servers: [{ url: '/' }] });
  const yaml = await supertest(app.app).get('/openapi.yaml').expect(200);
  expect(yaml.headers['content-type']).toMatch('application/yaml');
  expect(parse(yaml.text)).toEqual(json.body);
  for (const { headers } of [json, yaml]) {
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=300',
    });
  }
});

test.each([
  ['/openapi.json', 'public, max-age=300'],
  ['/openapi.yaml', 'public, max-age=300'],
  ['/favicon.ico', 'public, max-age=86400'],
  ['/docs/', 'no-cache'],
  ['/docs/locators', 'no-cache'],
  ['/docs/api/', 'no-cache'],
  ['/docs/api/tasks', 'no-cache'],
  ['/docs/guide/deploy.md', 'public, max-age=300'],
])('sends %s once, until it changes', async (path, cached) => {
  const { headers } = await supertest(app.app).get(path).expect(200);
  const { etag = '' } = headers;
  expect(headers).toMatchObject({ etag: expect.any(String), 'cache-control': cached });
  expect(headers).not.toHaveProperty('x-powered-by');
  const ask = (known: string) => supertest(app.app).get(path).set('if-none-match', known);
  const again = await ask(etag).expect(304);
  expect([again.text, again.headers['etag']]).toEqual(['', etag]);
  await ask('W/"1-other"').expect(200);
});

test('gives no ETag to responses of the API, which declare no 304', async () => {
  const { headers } = await app.get('/api/v1/get_recordings').expect(200);
  expect(headers).not.toHaveProperty('etag');
});

test('serves the guide as text that no browser renders as a page', async () => {
  const page = await supertest(app.app).get('/docs/guide/deploy.md').expect(200);
  expect(page.text).toMatch(/^# Deploy Errand/);
  expect(page.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect((await supertest(app.app).get('/docs/guide/')).text).toMatch(/^# Errand's documentation/);
});

test('shows files outside the guide by their path and does not link to them', async () => {
  const start = await supertest(app.app).get('/docs/guide/').expect(200);
  const names = [...start.text.matchAll(/\]\(([^)]+)\)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  const pages = await Promise.all(
    names.map(async (name) => {
      const { text } = await supertest(app.app).get(`/docs/guide/${name}`).expect(200);
      return { name, links: text.match(/\]\(\.\.[^)]*\)/g) ?? [], text };
    }),
  );
  expect(pages.filter(({ links }) => links.length > 0)).toEqual([]);
  const text = (wanted: string) => pages.find(({ name }) => name === wanted)?.text;
  expect(text('tasks.md')).toContain('(`infra/decisions/2026-11-22-remote-desktops.md`)');
  expect(text('keys.md')).toContain('\n`openapi/errand.yaml` describes the whole API');
  // These pages belong to packages.
  expect(text('command-line.md')).toMatch(/^# @errand\/cli/);
  expect(text('client.md')).toContain('](keys.md)');
  expect(text('mcp.md')).toContain('](sessions.md)');
  expect(text('tasks.md')).toContain('[command line](command-line.md)');
});

test('serves the pictures that pages show, both in Markdown and in HTML', async () => {
  for (const [page, picture, type] of [
    ['console', 'console.png', 'image/png'],
    ['architecture', 'architecture.svg', 'image/svg+xml'],
  ] as const) {
    const { text } = await supertest(app.app).get(`/docs/guide/${page}.md`).expect(200);
    expect(text).toMatch(new RegExp(`!\\[[^\\]]+\\]\\(${picture}\\)`));
    for (const folder of ['/docs/guide/', '/docs/']) {
      await supertest(app.app).get(`${folder}${picture}`).expect(200).expect('content-type', type);
    }
  }
});

test.each([
  '/docs/guide/no-such-page.md',
  '/docs/guide/..%2fworker/.env.example',
  '/docs/guide/%2e%2e/worker/README.md',
])('serves nothing else at %s', async (path) => {
  const { status, text } = await supertest(app.app).get(path);
  expect(status).toBe(404);
  expect(text).toContain('There is nothing at');
});
