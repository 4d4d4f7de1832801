import { pollUntil } from '@errand/test-kit';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import type { ScreenWatcher } from '../../packages/task-runner/src/testing/watch-screens.ts';

const SESSION_ID = '<SESSION_ID>';
const READY_MS = 60_000;
/** The viewer cannot see when the browser begins to accept clicks, so it clicks again. */
const CLICK_EVERY_MS = 300;

/** Runs the examples that open debug sessions, as a reader who copies the ID of each session. */
export function followSessions({ controlPlane }: Fleet, watch: ScreenWatcher) {
  let id = SESSION_ID;
  const stateOf = async () => {
    const { body } = await controlPlane.call('GET', `/api/v1/sessions/${id}`);
    return (body as { readonly session: { readonly state: string } }).session.state;
  };
  const untilReady = () =>
    pollUntil('the session is ready', async () => (await stateOf()) === 'ready', {
      deadlineMs: READY_MS,
    });

  async function clickDuring(picking: Promise<string>): Promise<void> {
    await using viewer = await watch(id, `/api/v1/sessions/${id}/stream?mode=control`);
    const state = { isOver: false };
    const finish = () => {
      state.isOver = true;
    };
    picking.then(finish, finish);
    while (!state.isOver) {
      viewer.click(640, 500);
      await delay(CLICK_EVERY_MS);
    }
  }

  return {
    /** Runs an example for the session that the last one opened. */
    async run(code: string, execute: (code: string) => Promise<string>): Promise<string> {
      const running = execute(code.replaceAll(SESSION_ID, id));
      if (code.includes('/pick ')) await clickDuring(running);
      const output = await running;
      const [, opened] = /"session_id":\s*"([\da-f-]{36})"/.exec(output) ?? [];
      if (opened !== undefined && opened !== id) {
        id = opened;
        await untilReady();
      }
      return output;
    },
  };
}
