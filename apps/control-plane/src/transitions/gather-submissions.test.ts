import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { gatherSubmissions } from './gather-submissions.ts';
import { EndpointNotFoundError } from './submit-errors.ts';
import type { Submitted } from './submit-tasks.ts';
import type { SubmittedTask } from './submitted-task.ts';

type Outcomes = readonly Submitted[] | undefined;

/** Submissions that end when the test says so. A task is named by its endpoint. */
function openStorage() {
  const alone: (PromiseWithResolvers<{ taskId: string; isReplay: boolean }> & { name: string })[] =
    [];
  const together: (PromiseWithResolvers<Outcomes> & { names: readonly string[] })[] = [];
  const submit = gatherSubmissions({
    alone(accountId, { endpoint_name }) {
      const name = `${accountId} ${endpoint_name}`;
      const stored = Promise.withResolvers<{ taskId: string; isReplay: boolean }>();
      alone.push({ ...stored, name });
      return stored.promise;
    },
    together(accountId, tasks) {
      const names = tasks.map((task) => `${accountId} ${task.endpoint_name}`);
      const stored = Promise.withResolvers<Outcomes>();
      together.push({ ...stored, names });
      return stored.promise;
    },
  });
  return { alone, together, submit };
}

const named = (endpoint_name: string, more: Partial<SubmittedTask> = {}): SubmittedTask => ({
  endpoint_name,
  input_parameters: {},
  ...more,
});
const storedAs = (taskId: string) => ({ taskId, isReplay: false });

test('stores the first submission at once, and those that arrive in the meantime together', async () => {
  const { alone, together, submit } = openStorage();
  const first = submit('ann', named('1'));
  const [second, third] = [submit('ann', named('2')), submit('ann', named('3'))];
  expect(alone.map(({ name }) => name)).toEqual(['ann 1']);
  alone[0]?.resolve(storedAs('one'));
  expect(await first).toEqual(storedAs('one'));
  await pollUntil('a group begins', () => together.length === 1);
  expect(together[0]?.names).toEqual(['ann 2', 'ann 3']);
  const late = submit('ann', named('4'));
  const refusal = new EndpointNotFoundError('2');
  together[0]?.resolve([refusal, storedAs('three')]);
  await expect(second).rejects.toBe(refusal);
  expect(await third).toEqual(storedAs('three'));
  await pollUntil('the late one begins', () => alone.length === 2);
  alone[1]?.resolve(storedAs('four'));
  expect(await late).toEqual(storedAs('four'));
});

test('stores each submission alone when none of the group was stored', async () => {
  const { alone, together, submit } = openStorage();
  const sent = ['1', '2', '3'].map((name) => submit('ann', named(name)));
  alone[0]?.resolve(storedAs('one'));
  await pollUntil('a group begins', () => together.length === 1);
  together[0]?.resolve(undefined);
  await pollUntil('both are stored alone', () => alone.length === 3);
  alone[1]?.reject(new Error('faulty'));
  alone[2]?.resolve(storedAs('three'));
  await expect(sent[1]).rejects.toThrow('faulty');
  expect(await sent[2]).toEqual(storedAs('three'));
});

test('rejects a whole group that may have been stored, and goes on', async () => {
  const { alone, together, submit } = openStorage();
  const sent = ['1', '2', '3'].map((name) => submit('ann', named(name)));
  alone[0]?.resolve(storedAs('one'));
  await pollUntil('a group begins', () => together.length === 1);
  together[0]?.reject(new Error('Connection terminated'));
  await expect(sent[1]).rejects.toThrow('Connection terminated');
  await expect(sent[2]).rejects.toThrow('Connection terminated');
  expect(alone).toHaveLength(1);
  void submit('ann', named('4'));
  await pollUntil('the next one begins', () => alone.length === 2);
});

test('keeps accounts apart', async () => {
  const { alone, together, submit } = openStorage();
  const accounts = ['ann', 'bob', 'ann', 'bob', 'ann', 'bob'];
  for (const [n, account] of accounts.entries()) void submit(account, named(String(n)));
  expect(alone.map(({ name }) => name)).toEqual(['ann 0', 'bob 1']);
  for (const { resolve } of alone) resolve(storedAs('first'));
  await pollUntil('each account has a group', () => together.length === 2);
  expect(together.map(({ names }) => names)).toEqual([
    ['ann 2', 'ann 4'],
    ['bob 3', 'bob 5'],
  ]);
});

test('puts a repeated idempotency key in a later group', async () => {
  const { alone, together, submit } = openStorage();
  for (const [name, key] of [
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'a'],
    ['4', 'b'],
  ] as const) {
    void submit('ann', named(name, { idempotency: { key, body: {} } }));
  }
  alone[0]?.resolve(storedAs('one'));
  await pollUntil('a group begins', () => together.length === 1);
  expect(together[0]?.names).toEqual(['ann 2', 'ann 4']);
  together[0]?.resolve([storedAs('two'), storedAs('four')]);
  await pollUntil('the repeated one follows', () => alone.length === 2);
  expect(alone[1]?.name).toBe('ann 3');
});

test('begins the next group while one hangs', async () => {
  const { alone, together, submit } = openStorage();
  const [, second, third] = ['1', '2', '3'].map((name) => submit('ann', named(name)));
  await pollUntil('the next group begins', () => together.length === 1);
  together[0]?.resolve([storedAs('two'), storedAs('three')]);
  expect(await Promise.all([second, third])).toEqual([storedAs('two'), storedAs('three')]);
  expect(alone).toHaveLength(1);
});

test('stores at most 50 together, in the order of arrival', async () => {
  const { alone, together, submit } = openStorage();
  const names = Array.from({ length: 121 }, (_, n) => `ann ${n}`);
  for (const n of names.keys()) void submit('ann', named(String(n)));
  alone[0]?.resolve(storedAs('one'));
  for (const size of [50, 50, 20]) {
    const group = await pollUntil('the next group begins', () => together.shift());
    expect(group.names).toEqual(names.splice(1, size));
    group.resolve(group.names.map(storedAs));
  }
});

test.each<[string, Partial<SubmittedTask>]>([
  ['has files', { input_files: [{ name: 'a.txt', content: Buffer.from('a') }] as never }],
  ['gives a limit of its portal', { max_parallelism: 2 }],
  ['claims its place first', { claim: () => Promise.resolve(undefined) }],
  ['continues another', { continuation: {} as never }],
  ['has a pinned version', { isPinned: true }],
])('stores a submission alone that %s', (_, more) => {
  const { alone, submit } = openStorage();
  for (const name of ['1', '2']) void submit('ann', named(name, more));
  expect(alone).toHaveLength(2);
});
