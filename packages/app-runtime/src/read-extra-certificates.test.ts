import { afterAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseSettings, readExtraCertificates } from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'errand-certificates-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('reads every certificate in the file, even between other lines', () => {
  const [first, second] = [makeAuthority('First'), makeAuthority('Second')];
  const path = write('both.pem', `First\n${first}\n# Second\n${second}`);
  const subjects = readExtraCertificates({ NODE_EXTRA_CA_CERTS: path }).map((one) => one.subject);
  expect(subjects).toEqual(['CN=First', 'CN=Second']);
  expect(readExtraCertificates({ NODE_EXTRA_CA_CERTS: '' })).toEqual([]);
});

test.each([
  ['missing', () => join(directory, 'nowhere.pem'), /^is "[^"]+", but .* read \(ENOENT\)/],
  ['a directory', () => directory, /^is "[^"]+", but .* read \(EISDIR\)/],
  ['without certificates', () => write('key.pem', 'no PEM'), /^must .* "[^"]+" has none\.$/],
  ['damaged', damage, /^must .* certificate 2 in "[^"]+" is damaged\.$/],
])('lists a file that is %s among the problems of the settings', (_kind, prepare, problem) => {
  const settings = { NODE_EXTRA_CA_CERTS: prepare() };
  expect(() => readExtraCertificates(settings)).toThrow(problem);
  expect(() => parseSettings(z.object({ TOKEN: z.string() }), settings)).toThrow(
    /\n {2}TOKEN is missing.*\n {2}NODE_EXTRA_CA_CERTS (?:is|must be) /,
  );
});

function makeAuthority(name: string): string {
  const path = join(directory, `${name}.pem`);
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', join(directory, 'key'), '-out', path];
  execFileSync('openssl', ['req', ...kind, '-days', '2', '-subj', `/CN=${name}`, ...files], {
    stdio: 'ignore',
  });
  return readFileSync(path, 'utf8');
}

function damage(): string {
  const good = makeAuthority('Good');
  return write('damaged.pem', good + good.replace(/\n[^\n]+\n/, '\nAAAA\n'));
}

function write(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}
