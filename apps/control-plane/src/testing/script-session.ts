import type supertest from 'supertest';
import { speakWorker, type WorkerClient } from './speak-worker.ts';
import type { TestApp } from './start-test-app.ts';

type Lease = Awaited<ReturnType<WorkerClient['claim']>>;

/** A worker that holds a debug session and reports what the test passes to it. */
export interface ScriptedSession {
  readonly id: string;
  readonly lease: Lease;
  /** Posts to `session/NAME` under the lease. */
  readonly report: (name: string, body: object) => supertest.Test;
  readonly poll: (after?: number, waitSeconds?: number) => supertest.Test;
  /** Waits for the next command after a number, reports its answer and returns the command. */
  readonly answerNext: (answer: object, after?: number) => Promise<Record<string, unknown>>;
  readonly complete: () => Promise<unknown>;
}

/** Opens debug sessions in an app and acts as their worker over HTTP. */
export function scriptSession(app: TestApp) {
  const worker = speakWorker(app);
  const open = async (body: object) =>
    (await app.post('/api/v1/sessions', body).expect(201)).body.session;
  return {
    worker,
    open,
    /** Opens a session that a worker starts. */
    start: async (body: object = { url: 'https://portal.example/' }): Promise<ScriptedSession> => {
      const { session_id: id } = await open(body);
      const lease = await worker.claim();
      await worker.report(lease, 'start').expect(200);
      return speakFor(worker, { id, lease });
    },
  };
}

function speakFor(
  worker: WorkerClient,
  { id, lease }: Pick<ScriptedSession, 'id' | 'lease'>,
): ScriptedSession {
  const report: ScriptedSession['report'] = (name, body) =>
    worker.report(lease, `session/${name}`, body);
  const poll: ScriptedSession['poll'] = (after = 0, wait = 0) =>
    report('commands', { after, wait_seconds: wait });
  return {
    id,
    lease,
    report,
    poll,
    async answerNext(answer, after = 0) {
      const { body } = await poll(after, 10).expect(200);
      const [command] = body.commands;
      await report('answers', { number: command.number, ...answer }).expect(204);
      return command;
    },
    complete: () => worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }),
  };
}
