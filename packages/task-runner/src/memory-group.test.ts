import { expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { explainCrash } from './explain-crash.ts';
import { openMemoryGroup } from './memory-group.ts';

const MIB = 1024 ** 2;

test('reads version 1, where the kernel adds up the limits', () => {
  using group = writeGroups('9:cpu:/\n4:memory:/pod/worker\n0::/\n', {
    'memory/pod/worker/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 3\n',
    'memory/pod/worker/memory.stat': `cache 5\nhierarchical_memory_limit ${512 * MIB}\n`,
  });
  expect([group.countKills(), group.limitBytes()]).toEqual([3, 512 * MIB]);
});

test('reads version 2 and takes the lowest limit above it', () => {
  using group = writeGroups('0::/pod/worker\n', {
    'pod/worker/memory.events': 'low 0\nhigh 0\nmax 7\noom 2\noom_kill 2\noom_group_kill 0\n',
    'pod/worker/memory.max': 'max\n',
    'pod/memory.max': `${256 * MIB}\n`,
    'memory.max': `${1024 * MIB}\n`,
  });
  expect([group.countKills(), group.limitBytes()]).toEqual([2, 256 * MIB]);
});

test('reads the group at the root when its path belongs to the host, and has no limit', () => {
  using group = writeGroups('4:memory:/docker/1f2e\n', {
    'memory/memory.oom_control': 'oom_kill 1\n',
    'memory/memory.stat': 'hierarchical_memory_limit 9223372036854771712\n',
  });
  expect([group.countKills(), group.limitBytes()]).toEqual([1, undefined]);
});

test('reports nothing where there are no control groups', () => {
  using group = writeGroups('', {});
  expect([group.countKills(), group.limitBytes()]).toEqual([undefined, undefined]);
});

test.each<[string, number | undefined, number, string]>([
  ['browser_crashed', 1, 2, 'out_of_memory'],
  ['browser_crashed', 2, 2, 'browser_crashed'],
  ['browser_crashed', undefined, 2, 'browser_crashed'],
  ['locator_not_found', 1, 2, 'locator_not_found'],
])('given %s, with %j kills before and %j after, reports %s', (code, ...[before, after, told]) => {
  const failure = {
    class: code,
    message: 'It ended.',
    retry: 'infrastructure',
    node_path: 'n',
  } as const;
  const memory = { countKills: () => after, limitBytes: () => undefined, isOwnLimit: () => false };
  const explained = explainCrash(failure, memory, before);
  expect([explained.class, explained.node_path]).toEqual([told, 'n']);
  expect(explained.retry).toBe(told === 'out_of_memory' ? 'never' : 'infrastructure');
});

function writeGroups(ownGroups: string, files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'errand-groups-'));
  const own = join(directory, 'cgroup');
  writeFileSync(own, ownGroups);
  const mount = join(directory, 'mount');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(mount, name)), { recursive: true });
    writeFileSync(join(mount, name), text);
  }
  return {
    ...openMemoryGroup({ ownGroups: own, mount }),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}
