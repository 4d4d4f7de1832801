import type { Automation } from '../document/automation-schema.ts';
import type { RunInputs } from '../run/run-dependencies.ts';
import { DebugSession } from './debug-session.ts';
import type { EngineSession, SessionRun } from './engine-session.ts';
import type { SessionDependencies } from './live-run.ts';

/** A session, and what happened until it could take commands. */
export interface OpenedSession {
  readonly session: EngineSession;
  readonly opening: SessionRun;
}

/**
 * Opens the start page of an automation and runs up to the node at `until`; without it, runs
 * nothing. A start page that does not open, or a step that fails, is the failure of `opening`: the
 * session is open anyway. Rejects when the caller's signal aborts, and with `NodePathError`.
 * Disposing the session leaves its page open.
 */
export async function openSession(
  automation: Automation,
  inputs: RunInputs,
  { until, ...dependencies }: SessionDependencies & { readonly until?: string | undefined },
): Promise<OpenedSession> {
  const session = new DebugSession(automation, inputs, dependencies);
  try {
    return { session, opening: await session.start(until) };
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}
