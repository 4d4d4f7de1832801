import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { CommandUnfinishedError } from '../../debug-sessions/debug-session-errors.ts';
import { createWholeApp } from '../../testing/create-whole-app.ts';
import { recordLogs } from '../../testing/record-logs.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import type { Drives } from './drive.ts';

const PATH = '/api/v1/sessions';
const locate = { command: 'locator("a")' };
const start = { url: 'https://portal.example/' };

async function inSession(
  app: TestApp,
  drive: (path: string, id: string) => Promise<supertest.Response>,
): Promise<supertest.Response> {
  const { body } = await app.post(PATH, start).expect(201);
  const { session_id: id } = body.session;
  const answer = await drive(`${PATH}/${id}`, id);
  await app.delete(`${PATH}/${id}`).expect(200);
  return answer;
}

/** Adds a command whose answer is not awaited. */
async function leaveCommand(app: TestApp, sessionId: string, kind: 'pick' | 'snapshot') {
  const session = { accountId: app.accountId, sessionId };
  const command = { kind, body: {}, signal: AbortSignal.abort() };
  // The aborted signal rejects the wait; the command stays in its queue.
  await app.dependencies.debugSessions.ask(session, command).catch(() => undefined);
}

const leaveUnfinished = () => Promise.reject(new CommandUnfinishedError(randomUUID(), 7, 120));

/** Codes of debug sessions. */
export const sessionCodes: Drives = {
  'debug-session-not-found': async (app) => app.get(`${PATH}/${randomUUID()}`),
  'debug-session-ended': (app) =>
    inSession(app, async (path) => {
      await app.delete(path).expect(200);
      return app.post(`${path}/locate`, locate);
    }),
  'debug-session-limit': (app) =>
    inSession(app, () => inSession(app, async () => app.post(PATH, start))),
  'pick-open': (app) =>
    inSession(app, async (path, id) => {
      await leaveCommand(app, id, 'pick');
      return app.post(`${path}/locate`, locate);
    }),
  'too-many-commands': (app) =>
    inSession(app, async (path, id) => {
      for (let count = 0; count < 20; count += 1) await leaveCommand(app, id, 'snapshot');
      return app.post(`${path}/locate`, locate);
    }),
  // Uses a stand-in, because this code depends on how long a command takes.
  async 'command-unfinished'(app) {
    const { logger } = recordLogs();
    const debugSessions = { ...app.dependencies.debugSessions, ask: leaveUnfinished };
    const slow = createWholeApp(
      { ...app.dependencies, debugSessions },
      { logger, validateResponses: true },
    );
    return supertest(slow)
      .post(`${PATH}/${randomUUID()}/locate`)
      .set('x-api-key', app.apiKey)
      .send(locate);
  },
};
