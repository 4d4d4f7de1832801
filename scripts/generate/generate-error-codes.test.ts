import { type ApiDocument, listOperations, loadErrandDocument } from '@errand/api-types';
import { afterEach, expect, test } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { generateErrorCodes } from './generate-error-codes.ts';
import { generateErrorPage } from './generate-error-page.ts';
import { listErrorCodes } from './list-error-codes.ts';

const root = join(import.meta.dirname, '../..');
const SOURCE = 'openapi/error-codes.yaml';
const ERRORS = 'apps/control-plane/src/tasks/task-errors.ts';
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of what the generator reads, with changed explanations. */
function copyWith(change: (texts: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'errand-error-codes-'));
  folders.push(folder);
  for (const part of ['apps/control-plane/src', 'packages/object-storage/src/local']) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, 'openapi'));
  writeFileSync(join(folder, SOURCE), change(readFileSync(join(root, SOURCE), 'utf8')));
  return folder;
}

test('lists the statuses, meaning and remedy of each code', () => {
  const { content } = generateErrorCodes(root);
  expect(content).toContain(
    '| `task-not-found` | 404 | The account has no task with this id. | Use the id that the submission returned. |',
  );
  expect(content).toContain('| `url-expired` | 403 |');
  expect(generateErrorPage(root).content).toContain('| `task-not-found` | 404 |');
});

test('finds every code that an error of the control plane declares', () => {
  const codes = listErrorCodes(root);
  expect(codes.size).toBeGreaterThan(80);
  expect(codes.get('unavailable')).toEqual(new Set([503]));
  expect([...codes.keys()].filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([]);
});

test('refuses a code without an explanation', () => {
  const folder = copyWith((texts) => texts);
  const source = readFileSync(join(folder, ERRORS), 'utf8');
  const more = `\nexport class TaskLateError extends DomainError {\n  readonly code = 'task-late';\n  readonly status = 409;\n}\n`;
  writeFileSync(join(folder, ERRORS), `${source}${more}`);
  expect(() => generateErrorCodes(folder)).toThrow(
    'openapi/error-codes.yaml does not explain task-late: add a meaning and a way out.',
  );
});

test('refuses an explanation of a code without an error', () => {
  const folder = copyWith((texts) => `${texts}weather:\n  meaning: Rain.\n  way_out: Wait.\n`);
  expect(() => generateErrorCodes(folder)).toThrow(/explains weather, which no error has/);
});

test('the document declares each code only for statuses with which its errors are returned', () => {
  const known = listErrorCodes(root);
  const declared = readDeclared(loadErrandDocument());
  expect(declared.length).toBeGreaterThan(400);
  expect(declared.filter(({ code, status }) => known.get(code)?.has(status) !== true)).toEqual([]);
});

/** The values of `x-error-code` of every error response. */
function readDeclared(document: ApiDocument): { code: string; status: number }[] {
  return listOperations(document).flatMap(({ path, method }) => {
    const { responses } = Object(Object(document.paths[path])[method]);
    return Object.entries(Object(responses)).flatMap(([status, response]) => {
      const name = String(Object(response).$ref).split('/').at(-1) ?? '';
      const shared: unknown = Object(Object(document.components).responses)[name];
      const codes: unknown = Object(shared ?? response).headers?.['x-error-code']?.schema.enum;
      return Array.isArray(codes)
        ? codes.map((code) => ({ code: String(code), status: Number(status) }))
        : [];
    });
  });
}
