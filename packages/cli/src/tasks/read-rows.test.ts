import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readRows } from './read-rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-rows-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Reads the rows of a file with this content. */
const read = (text: string | Buffer) => {
  const path = join(directory, 'rows.csv');
  writeFileSync(path, text);
  return readRows(path);
};

test('a CSV file needs a header, rows and closed quotes', async () => {
  expect(await read('a\tb\r\n1\t\r\n')).toMatchObject([{ number: 1, inputs: { a: ['1'], b: [] } }]);
  await expect(read('\n')).rejects.toThrow(/is empty: it needs a header/);
  await expect(read('a,b\n')).rejects.toThrow(/has no rows/);
  await expect(read('a,\n1,2\n')).rejects.toThrow(/a column without a name/);
  await expect(read('a,b\n1\n')).rejects.toThrow(/is not a CSV file: Invalid Record Length/);
  await expect(read('a\n"1\n')).rejects.toThrow(/is not a CSV file: Quote Not Closed/);
});

test('a column may have any name', async () => {
  const [row] = await read('constructor,toString,__proto__\n1,2,3\n');
  const inputs = [
    ['constructor', ['1']],
    ['toString', ['2']],
    ['__proto__', ['3']],
  ];
  expect(Object.entries(row?.inputs ?? {})).toEqual(inputs);
});

test('a CSV file is read as UTF-8 or UTF-16, and refused if it is neither', async () => {
  const text = '\uFEFFname\nMüller\n';
  for (const encoding of ['utf8', 'utf16le'] as const) {
    expect(await read(Buffer.from(text, encoding))).toMatchObject([
      { inputs: { name: ['Müller'] } },
    ]);
  }
  const refused = read(Buffer.from('name\nMüller\n', 'latin1'));
  await expect(refused).rejects.toThrow(/is not UTF-8: save it as "CSV UTF-8"/);
});

test('rows of empty cells are left out, and the others keep their numbers', async () => {
  const rows = await read('a,b\n1,2\n,\n3,\n,\n,\n');
  expect(rows).toMatchObject([
    { number: 1, inputs: { a: ['1'], b: ['2'] } },
    { number: 3, inputs: { a: ['3'], b: [] } },
  ]);
  await expect(read('a,b\n,\n')).rejects.toThrow(/has no rows/);
  expect(await read('a\n1\n""\n\n')).toMatchObject([
    { inputs: { a: ['1'] } },
    { inputs: { a: [] } },
  ]);
});

test('empty lines above the header do not hide the delimiter', async () => {
  expect(await read('\r\n\na;b\n1;2\n')).toMatchObject([{ inputs: { a: ['1'], b: ['2'] } }]);
});

const digestsOf = async (csv: string) => (await read(csv)).map(({ digest }) => digest);

test('a row of a CSV file keeps its digest unless its values change', async () => {
  const digests = await digestsOf('a,b\n1,2\n3,4\n1,2\n');
  expect(new Set(digests).size).toBe(3);
  const [first, second, third] = digests;
  expect(await digestsOf('b;a\r\n2;1\r\n2;1\r\n5;6\r\n')).toEqual([
    first,
    third,
    expect.not.stringMatching(second ?? ''),
  ]);
});

test('quotes in the header of a CSV file hide separators and line breaks', async () => {
  expect(await read('"Amount, EUR";name\n1;Ann\n')).toMatchObject([
    { inputs: { 'Amount, EUR': ['1'], name: ['Ann'] } },
  ]);
  const header = '\uFEFF"Amount\n""EUR, net, gross""";name;note\n';
  expect(await read(`${header}1;Ann;x\n`)).toMatchObject([
    { inputs: { 'Amount\n"EUR, net, gross"': ['1'], name: ['Ann'], note: ['x'] } },
  ]);
});

test.each(['sep=;\r\n', 'sep=;\n\n', '\uFEFF"sep=;"\r\n', '\nSEP=;\n'])(
  'the first line %j names the separator, and is not a header',
  async (first) => {
    expect(await read(`${first}a,b;c\n1;2\n`)).toMatchObject([
      { number: 1, inputs: { 'a,b': ['1'], c: ['2'] } },
    ]);
  },
);

test('a column may be called sep', async () => {
  expect(await read('sep\n1\n')).toMatchObject([{ inputs: { sep: ['1'] } }]);
  expect(await read('sep=a\n1\n')).toMatchObject([{ inputs: { 'sep=a': ['1'] } }]);
});
