import { findChromium } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { openSession } from './browser/open-session.ts';
import { createReuseVerdict } from './browser/reuse-verdict.ts';
import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import { keepSession } from './keep-session.ts';
import { localNetwork } from './testing/local-network.ts';
import { scratchDirectory } from './testing/scratch-directory.ts';

const live = new AbortController().signal;

test('reports the end of a login only after its browser is gone, and keeps the display for viewers', async () => {
  await using scratch = scratchDirectory();
  const { PATH, HOME } = process.env;
  const options = { chromiumPath: findChromium(), fence: [], width: 800, height: 600 };
  const environment = { PATH, HOME };
  await using session = await openSession(
    { ...options, ...localNetwork, environment, workDirectory: scratch.path },
    live,
  );
  /** What is still running when the report is sent. */
  const seen: string[] = [];
  const report = async (outcome: 'kept' | 'closed') => {
    const child = session.page.browser().process();
    const hasEnded = child?.exitCode !== null || child.signalCode !== null;
    seen.push(outcome, hasEnded ? 'browser gone' : 'browser there');
    execFileSync('xdotool', ['getdisplaygeometry'], { env: session.display.environment });
    return { status: 'success' };
  };
  const lease = { session: null } as Lease;
  const warmSessions = { keep: () => undefined };
  const ended = await keepSession({ lease, session, warmSessions, stop: live }, undefined, report);
  expect([ended.session, ...seen]).toEqual(['closed', 'closed', 'browser gone']);
});

test('a browser that is kept for a login does not give its display to others', async () => {
  const reuse = createReuseVerdict();
  reuse.permit();
  const session = { reuse, tidy: async () => true } as Partial<Session> as Session;
  const lease = { session: { session_id: 'a' } } as Lease;
  const kept = { confirm: () => undefined, withdraw: async () => undefined };
  const attempt = { lease, session, warmSessions: { keep: () => kept }, stop: live };
  const ended = await keepSession(attempt, undefined, async () => ({ status: 'success' }));
  expect([ended.session, reuse.reason()]).toEqual(['kept', 'its browser was kept for a login']);
});
