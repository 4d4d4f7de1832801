import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const containerfile = read('infra/images/Containerfile');
const build = read('infra/images/build.sh');
const manifest = z.object({ scripts: z.object({ start: z.string() }) });

test.each(['control-plane', 'stream-gateway', 'worker'])(
  'starts the %s as its package does',
  (app) => {
    const { scripts } = manifest.parse(JSON.parse(read(`apps/${app}/package.json`)));
    const [, stage = ''] = containerfile.split(`FROM runtime AS ${app}\n`);
    const [, command = '[]'] = /^CMD (.*)$/m.exec(stage) ?? [];
    expect(JSON.parse(command)).toEqual(scripts.start.split(' '));
    expect(/^WORKDIR (.*)$/m.exec(stage)?.[1]).toBe(`/app/apps/${app}`);
    expect(/^USER (.*)$/m.exec(stage)?.[1]).toBe('10001:0');
  },
);

test('lets the builder see every source that build.sh copies', () => {
  const [, listed = ''] = /ls-files -z -- ([^|]*)\|/.exec(build) ?? [];
  const copied = listed.split(/[\s\\"]+/).filter((word) => word !== '' && !word.includes('$'));
  expect(copied).toContain('packages');
  const visible = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(copied.filter((path) => !visible.includes(path))).toEqual([]);
  expect(visible).toContain('apps');
});

test('reads the lists of packages that build.sh reads', () => {
  for (const list of ['packages-base.txt', 'packages-worker.txt']) {
    expect(build).toContain(list);
    expect(containerfile).toMatch(new RegExp(`install-packages\\.sh \\S*${list}`));
  }
});

test('takes packages from the snapshot archive if SNAPSHOT is set', () => {
  const { status, stdout } = listSources({ SNAPSHOT: '20250520T000000Z' });
  const archive = 'http://snapshot.debian.org/archive';
  expect([status, stdout.match(/http\S+ \S+/g)]).toEqual([
    0,
    [
      `${archive}/debian/20250520T000000Z bookworm`,
      `${archive}/debian/20250520T000000Z bookworm-updates`,
      `${archive}/debian-security/20250520T000000Z bookworm-security`,
    ],
  ]);
});

test.each([
  ['2025-05-20', 'write a moment in UTC such as 20261101T000000Z'],
  ['20250520T000000Z/../x', 'write a moment in UTC'],
  ['20250230T000000Z', 'there is no such moment in the past'],
  ['29990101T000000Z', 'there is no such moment in the past'],
])('refuses the timestamp %s, also in a build', (moment, reason) => {
  for (const script of ['archive.sh', 'build-root.sh']) {
    const { status, stdout, stderr } = listSources({ SNAPSHOT: moment }, script);
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining(`"${moment}": ${reason}`),
    ]);
  }
});

function listSources(environment: Readonly<Record<string, string>>, script = 'archive.sh') {
  const env = { PATH: process.env['PATH'], ...environment };
  const options = { env, encoding: 'utf8' } as const;
  return spawnSync(join(ROOT, 'infra/images', script), ['/nonexistent/root.tar'], options);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
