import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEALED_TABLES } from './sealed-columns.ts';

test('a rotation covers every column that the schema calls sealed', async () => {
  const schema = await readFile(
    join(import.meta.dirname, '../../../../prisma/schema.prisma'),
    'utf8',
  );
  const sealed = [...schema.matchAll(/^model [\s\S]*?^}/gm)].flatMap(([model]) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
    const fields = model.matchAll(/^ {2}\/\/\/ Sealed\b.*\n(?: {2}\/\/\/.*\n)*(.*)$/gm);
    return [...fields].map(([, field = '']) => {
      const column = /@map\("(\w+)"\)/.exec(field)?.[1] ?? field.trim().split(/\s/)[0];
      return `${table}.${column}`;
    });
  });
  const covered = SEALED_TABLES.flatMap(({ table, columns }) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(sealed.toSorted()).toEqual(covered.toSorted());
  expect(sealed).toContain('tasks.rdp_parameter');
});
