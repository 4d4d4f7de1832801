import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readInputFiles } from './read-input-files.ts';

const file = (name: string, content: string | Uint8Array = 'a') => ({
  name,
  content_base64: Buffer.from(content).toString('base64'),
});
const reasonOf = (...files: Parameters<typeof readInputFiles>[0]): string => {
  try {
    readInputFiles(files);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'taken';
};

test('reads size, digest and content', () => {
  const content = Uint8Array.from({ length: 256 }, (_, index) => index);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const [read] = readInputFiles([file('all bytes.bin', content)]);
  expect(read).toEqual({ name: 'all bytes.bin', size: 256, sha256, content: Buffer.from(content) });
});

test.each([
  'invoice.pdf',
  'no ending',
  '.hidden',
  '...',
  `"quoted" 'twice' & <b>.pdf`,
  'Rechnung März 🧾.pdf',
  'C:report.pdf',
  '%2e%2e%2fpasswd',
  'ü'.repeat(127),
])('accepts the name %j unchanged', (name) => {
  expect(readInputFiles([file(name)])).toMatchObject([{ name }]);
});

test.each([
  [
    '../passwd',
    /^input_files\.0\.name is "\.\.\/passwd", which contains a slash or backslash: specify /,
  ],
  ['..\\passwd', /contains a slash or backslash/],
  ['/etc/passwd', /contains a slash or backslash/],
  ['.', /names a directory: specify the name of a file/],
  ['..', /names a directory/],
  ['a\nb.pdf', /is "a\\nb\.pdf", which contains a control character or a line break: remove it\.$/],
  ['a\u007F.pdf', /control character/],
  ['a\u0085.pdf', /control character/],
  ['a\u2028.pdf', /line break/],
  [' a.pdf', /begins or ends with white space: remove it/],
  ['a.pdf\u00A0', /begins or ends with white space/],
  [' ', /begins or ends with white space/],
  [`${'ü'.repeat(127)}.p`, /has 256 bytes in UTF-8: specify a name of at most 255 bytes\.$/],
  ['🧾'.repeat(500), /is "(?:🧾){100}\.\.\.", which has 2000 bytes/u],
])('refuses the name %j', (name, reason) => {
  expect(reasonOf(file(name))).toMatch(reason);
});

test.each([
  ['A.pdf', 'a.pdf'],
  ['\u00E9.pdf', 'e\u0301.pdf'],
  ['\u00C9.PDF', 'e\u0301.pdf'],
])('refuses %j next to %j', (one, other) => {
  expect(reasonOf(file('first'), file(one), file(other))).toMatch(
    /^input_files\.2\.name is .* is also the name of input_files\.1, ignoring case and Unicode form: give each file a different name\.$/u,
  );
});

test.each([
  [
    'YQ',
    /^input_files\.0\.content_base64 of "a" has 2 characters: specify base64, .*multiple of 4/,
  ],
  ['YQ==\n', /contains "\\n" at position 4: specify base64 .*without line breaks\.$/],
  ['Y Q=', /contains " " at position 1/],
  ['_-8=', /contains "_" at position 0/],
  ['YR==', /has bits after its last byte: encode the file again/],
  ['=YQ=', /padded with = in the wrong place/],
  ['YQ==YQ==', /padded with = in the wrong place/],
  ['data:text/plain;base64,YQ==', /contains ":" at position 4/],
])('refuses the content %j', (content_base64, reason) => {
  expect(reasonOf({ name: 'a', content_base64 })).toMatch(reason);
});

test('accepts an empty file', () => {
  expect(readInputFiles([file('empty', '')])).toMatchObject([{ name: 'empty', size: 0 }]);
});

test('accepts 10 MiB in total and not a byte more', () => {
  const half = Buffer.alloc(5 * 1024 ** 2);
  const files = [file('a', half), file('b', half)];
  expect(readInputFiles(files)).toHaveLength(2);
  expect(reasonOf(...files, file('c'))).toBe(
    'input_files.2.content_base64 of "c" brings the input files to 10485761 bytes: specify at most 10485760 bytes (10 MiB) in all, or have the step fetch the file by file_url.',
  );
});
