import { afterAll, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleDocument } from './bundle-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundle-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('inlines path files and keeps the names of parts', () => {
  const root = write('named', {
    'root.yaml': "openapi: 3.1.0\npaths:\n  /a:\n    $ref: './paths/a.yaml'\n",
    'paths/a.yaml': "get:\n  responses:\n    '200':\n      $ref: '../responses/r.yaml#/Found'\n",
    'responses/r.yaml': "Found:\n  schema:\n    $ref: '../schemas/s.yaml#/Thing'\n",
    'schemas/s.yaml': 'Thing:\n  type: string\nUnused:\n  type: integer\n',
  });
  expect(bundleDocument(root)).toEqual({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Found' } } } } },
    components: {
      responses: { Found: { schema: { $ref: '#/components/schemas/Thing' } } },
      schemas: { Thing: { type: 'string' } },
    },
  });
});

test('keeps a self-referencing part, and members next to a reference', () => {
  const root = write('circular', {
    'root.yaml': "openapi: 3.1.0\npaths:\n  /a:\n    $ref: './schemas/s.yaml#/Node'\n",
    'schemas/s.yaml': "Node:\n  items:\n    description: A child.\n    $ref: '#/Node'\n",
  });
  expect(bundleDocument(root)['components']).toEqual({
    schemas: { Node: { items: { $ref: '#/components/schemas/Node', description: 'A child.' } } },
  });
});

test('refuses two parts with the same name, naming both files', () => {
  const root = write('twice', {
    'root.yaml': "a:\n  $ref: './schemas/a.yaml#/Thing'\nb:\n  $ref: './schemas/b.yaml#/Thing'\n",
    'schemas/a.yaml': 'Thing: {}\n',
    'schemas/b.yaml': 'Thing: {}\n',
  });
  expect(() => bundleDocument(root)).toThrow(
    /"Thing" is defined twice, in ".*a\.yaml" and ".*b\.yaml"/,
  );
});

test.each([
  ['a missing part', './schemas/s.yaml#/Other', /s\.yaml" holds no "Other"/],
  [
    'a place inside a part',
    './schemas/s.yaml#/Thing/items',
    /cannot be bundled: refer to a part as/,
  ],
  ['a folder without parts', './other/s.yaml#/Thing', /one of schemas, responses/],
  ['a missing file', './schemas/none.yaml#/Thing', /none\.yaml/],
])('refuses a reference to %s', (_case, reference, message) => {
  const root = write('broken', {
    'root.yaml': `a:\n  $ref: '${reference}'\n`,
    'schemas/s.yaml': 'Thing: {}\n',
    'other/s.yaml': 'Thing: {}\n',
  });
  expect(() => bundleDocument(root)).toThrow(message);
});

test('refuses a root file that is not a document', () => {
  const root = write('empty', { 'root.yaml': 'just text\n' });
  expect(() => bundleDocument(root)).toThrow(/root\.yaml" does not contain an OpenAPI document/);
});

function write(name: string, files: Record<string, string>): string {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(folder, name, 'root.yaml');
}
