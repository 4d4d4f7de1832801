import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { recordStatements } from '../testing/record-statements.ts';
import { scriptSession } from '../testing/script-session.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { start } = scriptSession(app);

const statements = recordStatements();

const READ = /number, (?:c\.)?kind, (?:c\.)?request/;
const count = (pattern: RegExp) => statements.filter((text) => pattern.test(text)).length;

test('a command does not run statements that find nothing new', async () => {
  const session = await start();
  statements.length = 0;
  const waiting = session.poll(0, 10).then(({ body }) => body);
  await pollUntil('the worker waits', () => Promise.resolve(count(READ) === 1));
  statements.length = 0;
  const asked = app
    .post(`/api/v1/sessions/${session.id}/locate`, { command: 'locator("a")' })
    .then(({ body }) => body);
  const { number } = (await waiting).commands[0];
  const again = session.poll(number, 1).then(({ body }) => body);
  const answer = { count: 0, matches: [] };
  await session.report('answers', { number, answer }).expect(204);
  expect(await asked).toEqual(answer);
  expect((await again).commands).toEqual([]);
  expect({
    added: count(/add_session_command/),
    // The command itself, and at the start and the end of the next wait.
    read: count(READ),
    answered: count(/SET answered_at/),
    taken: count(/DELETE FROM session_commands/),
    transactions: count(/^begin/i),
  }).toEqual({ added: 1, read: 3, answered: 1, taken: 1, transactions: 0 });
});
