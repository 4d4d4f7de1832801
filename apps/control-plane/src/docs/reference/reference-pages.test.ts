import { listen } from '@errand/app-runtime';
import { type ApiDocument, readErrandDocument } from '@errand/api-types';
import { openBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import express from 'express';
import { gzipSync } from 'node:zlib';
import { serveDocs } from '../serve-docs.ts';
import { listReferencePages } from './list-pages.ts';
import { readReference } from './read-reference.ts';

const document = readErrandDocument() as ApiDocument;
const { operations } = readReference(document);
const names = listReferencePages(readReference(document)).map(({ name }) => name);

/** What a browser without JavaScript shows of a page. */
interface Shown {
  readonly text: string;
  /** The names of the members of each type, by the name of the type. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly sections: Readonly<Record<string, string>>;
  readonly links: readonly string[];
}
const READ = `({
  text: document.body.innerText,
  members: Object.fromEntries([...document.querySelectorAll('.members')].map((type) => [type.id,
    [...type.querySelectorAll('.field > code:first-child')].map((code) => code.textContent)])),
  sections: Object.fromEntries([...document.querySelectorAll('.operation')].map((section) =>
    [section.querySelector('h2').id, section.textContent])),
  links: [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href')),
})`;
const shown = new Map<string, Shown>();
const bytes = new Map<string, { readonly plain: number; readonly sent: number }>();

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());
beforeAll(async () => {
  const app = express().use(serveDocs());
  const server = stack.use(await listen(app, { port: 0, host: '127.0.0.1', setting: 'PORT' }));
  const { browser } = stack.use(await openBrowser());
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(false);
  for (const name of names) {
    const response = await page.goto(`${server.url}/docs/${name}`);
    const text = (await response?.buffer()) ?? Buffer.of();
    bytes.set(name, { plain: text.length, sent: gzipSync(text).length });
    shown.set(name, (await page.evaluate(READ)) as Shown);
  }
});

test('has a page for each group of operations, of a bounded size', () => {
  expect(names).toEqual([
    'api/',
    ...['tasks', 'schedules', 'live-view', 'downloads', 'callbacks', 'recordings', 'sessions'].map(
      (name) => `api/${name}`,
    ),
    ...['integrations', 'api-keys', 'older', 'health', 'automation'].map((name) => `api/${name}`),
  ]);
  const large = [...bytes].filter(([, { plain, sent }]) => plain > 520_000 || sent > 70_000);
  expect(large).toEqual([]);
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'describes %s with its parameters, statuses and error codes',
  (id, { method, path, isWebhook, tags, summary, parameters, responses, requestBody }) => {
    const page = `api/${tags[0].replaceAll(' ', '-')}`;
    const text = shown.get(page)?.sections[id] ?? '';
    const address = `${method.toUpperCase()} ${isWebhook ? 'your URL' : path}`;
    const codes = Object.values(responses).flatMap(
      ({ headers }) => (headers['x-error-code']?.schema['enum'] ?? []) as readonly string[],
    );
    const types = [requestBody, ...Object.values(responses)].flatMap(({ content }) =>
      Object.keys(content),
    );
    const words = [
      summary,
      address,
      ...parameters.map(({ name }) => name),
      ...Object.keys(responses),
      ...codes,
      ...types,
    ];
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(shown.get('api/')?.text).toContain(address);
    expect(shown.get('api/')?.links).toContain(`/docs/${page}#${id}`);
  },
);

/** The names of the members that a schema itself declares, also inside lists and alternatives. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || '$ref' in schema) return [];
  const {
    properties = {},
    items,
    additionalProperties,
    oneOf = [],
    anyOf = [],
  } = schema as {
    readonly properties?: object;
    readonly items?: unknown;
    readonly additionalProperties?: unknown;
    readonly oneOf?: readonly unknown[];
    readonly anyOf?: readonly unknown[];
  };
  const parts = [items, additionalProperties, ...oneOf, ...anyOf, ...Object.values(properties)];
  return [...Object.keys(properties), ...parts.flatMap(membersOf)];
}

test('describes every member of every type, on one page or on each that uses it', () => {
  const missing = Object.entries(document.components.schemas).flatMap(([type, schema]) => {
    const places = [...shown.values()].flatMap(({ members }) => members[type] ?? []);
    return membersOf(schema)
      .filter((member) => !places.includes(member))
      .map((member) => `${type}.${member}`);
  });
  expect(missing).toEqual([]);
  expect(membersOf(document.components.schemas['TaskDetail']).length).toBeGreaterThan(20);
});

test('says what the values of a member may be', () => {
  const lines = new Set(shown.get('api/tasks')?.text.split('\n'));
  const wanted = [
    'limit query · integer · 1 to 100 · default 50',
    'sort query · "created", "started", "completed", "duration" · default "created"',
    'endpoint_name string · required · 1 to 200 characters',
    'unique_parameter_names list of string or null · no duplicates · default []',
    'Authentication: API key, API key in Authorization, session cookie · scope read · try it',
  ];
  expect(wanted.filter((line) => !lines.has(line))).toEqual([]);
});
