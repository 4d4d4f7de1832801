import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { linesOf, type Ran } from './run-in-process.ts';

interface Setup {
  readonly errand: (args: string) => Promise<Ran>;
  /** Submits the recording as a task that no worker claims, and returns the task's ID. */
  readonly submit: (name: string) => Promise<string>;
  /** Stores a recording with this name. */
  readonly store: (name: string) => Promise<unknown>;
}

/** Defines the test for changes by filter. */
export function testManyTasks({ errand, submit, store }: Setup): void {
  test('cancels and retries all tasks that match a filter, and says what became of each', async () => {
    const name = 'many';
    await store(name);
    const ids = [await submit(name), await submit(name)].toSorted();
    const early = await errand(`tasks cancel --name ${name} --before 1h`);
    expect([early.stdout, early.stderr]).toEqual([
      '',
      expect.stringContaining('0 waiting tasks are cancelled'),
    ]);
    const cancelled = await errand(`tasks cancel --name ${name} --status queued --since 1h`);
    expect(cancelled.stdout.trimEnd().split('\n').toSorted()).toEqual(
      ids.map((id) => `${id}  cancelled`),
    );
    expect(cancelled.stderr).toContain('2 waiting tasks are cancelled');
    const retry = `tasks retry --name ${name} --status cancelled --since 1h`;
    const retried = await errand(`${retry} note=other`);
    expect(retried).toMatchObject({ exitCode: 0 });
    expect(retried.stdout).toMatch(/^(?:[0-9a-f-]{36} {2}submitted again as [0-9a-f-]{36}\n){2}$/);
    await errand(`tasks cancel --name ${name}`);
    // The retries that the first command submitted are not retried.
    const again = await errand(retry);
    expect(again.stdout).toMatch(/^(?:\S+ {2}already submitted again as \S+\n){2}$/);
    const future = await errand(`${retry} --before 2999-01-01 note=third --json`);
    expect(linesOf(future.stdout).map((line) => line['outcome'])).toEqual([
      'retried',
      'retried',
      'already_retried',
      'already_retried',
    ]);
    await errand(`tasks cancel --name ${name}`);
    const [text, other] = [await submit(name), await submit(name)];
    const found = `--name ${name} --text ${text}`;
    expect((await errand(`tasks ls ${found}`)).stdout).toMatch(new RegExp(`\\n${text}.*\\n$`));
    expect((await errand(`tasks cancel ${found} --waiting-for-human`)).stdout).toBe('');
    expect((await errand(`tasks cancel ${found}`)).stdout).toBe(`${text}  cancelled\n`);
    const none = randomUUID();
    const elsewhere = [`recording ${none}`, `workspace ${none}`, `schedule ${none}`];
    for (const option of [...elsewhere, `login-queue ${'f'.repeat(64)}`]) {
      for (const command of ['ls --status queued', 'cancel', 'retry --status cancelled']) {
        const matching = await errand(`tasks ${command} --name ${name} --${option}`);
        expect([matching.exitCode, matching.stdout]).toEqual([0, expect.not.stringContaining('-')]);
      }
    }
    expect((await errand(`tasks cancel --name ${name}`)).stdout).toBe(`${other}  cancelled\n`);
    for (const [args, words] of [
      ['tasks cancel', 'either IDs or a filter'],
      [`tasks cancel ${ids[0]} --name ${name}`, 'either IDs or a filter'],
      ['tasks cancel --before yesterday', '--before is "yesterday"'],
      ['tasks retry', 'an ID or a filter'],
      [`tasks retry ${ids[0]} --status failed`, 'either the ID'],
      ['tasks retry --status failed --wait', '--wait has no effect'],
      ['tasks retry --since yesterday', '--since is "yesterday"'],
    ] as const) {
      const refused = await errand(args);
      expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(words)]);
    }
  });
}
