import { defineRoute } from '../http/define-route.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

/** A long poll: the worker of a session always keeps one open. */
export const awaitSessionCommands = defineRoute(
  'awaitSessionCommands',
  async (
    { debugSessions }: { readonly debugSessions: DebugSessionStore },
    { params, body, signal },
  ) => {
    const { after, wait_seconds: waitSeconds } = body;
    const wait = { after, waitSeconds, signal };
    const page = await debugSessions.awaitCommands(holderOf(params, body), wait);
    return { status: 200, body: { commands: [...page.commands], closing: page.closing } };
  },
  { isHeldOpen: true },
);
