import { rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  CommandInterruptedError,
  CommandUnfinishedError,
} from '../../debug-sessions/debug-session-errors.ts';
import type { TestApp } from '../../testing/start-test-app.ts';
import type { DrivesEach } from './ask.ts';
import { serve } from './drive.ts';

const PATH = '/api/v1/sessions';
const start = { url: 'https://portal.example/' };
const unfinished = { command: 7, seconds: 120, isOpening: false };
const leaveUnfinished = () => Promise.reject(new CommandUnfinishedError(randomUUID(), unfinished));

async function openSession(app: TestApp): Promise<string> {
  const { body } = await app.post(PATH, start).expect(201);
  return body.session.session_id;
}

/** Adds a command whose answer is not awaited. */
async function leaveCommand(app: TestApp, sessionId: string, kind: 'pick' | 'snapshot') {
  const session = { accountId: app.accountId, sessionId };
  const command = { kind, body: {}, signal: AbortSignal.abort() };
  // The aborted signal rejects the wait; the command stays in its queue.
  await rejects(app.dependencies.debugSessions.ask(session, command), CommandInterruptedError);
}

/** Codes of the operations that send a command to a session. */
export const sessionCommandCodes: DrivesEach = {
  async 'debug-session-ended'(app, ask) {
    const ids = { session_id: await openSession(app) };
    await app.delete(`${PATH}/${ids.session_id}`).expect(200);
    return (operation) => ask(operation, { ids });
  },
  async 'pick-open'(app, ask) {
    const ids = { session_id: await openSession(app) };
    await leaveCommand(app, ids.session_id, 'pick');
    return (operation) => ask(operation, { ids });
  },
  async 'too-many-commands'(app, ask) {
    const ids = { session_id: await openSession(app) };
    for (let count = 0; count < 20; count += 1) {
      await leaveCommand(app, ids.session_id, 'snapshot');
    }
    return (operation) => ask(operation, { ids });
  },
  // Uses a stand-in, because this code depends on how long a command takes.
  async 'command-unfinished'(app, ask) {
    const debugSessions = { ...app.dependencies.debugSessions, ask: leaveUnfinished };
    const server = serve(app, { debugSessions });
    return (operation) => ask(operation, { server });
  },
};
