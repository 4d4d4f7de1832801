import type { Automation } from '../document/automation-schema.ts';
import type { RunFailure } from '../reports/run-events.ts';
import { attempt } from '../run/attempt.ts';
import type { LiveRun } from './live-run.ts';
import { comparePaths, endPath, followPath } from '../document/node-path.ts';
import { jumpTo } from './run-wanted.ts';
import { NodeNotReachedError, NodePassedError } from './session-errors.ts';

interface Range {
  readonly from?: string | undefined;
  readonly until: string | undefined;
}

/** Runs nodes, as `EngineSession.runUntil` describes. */
export async function runUntil(
  live: LiveRun,
  automation: Automation,
  { from, until }: Range,
): Promise<RunFailure | undefined> {
  const isToEnd = until === undefined || until === endPath(automation);
  if (!isToEnd) assertAhead(automation, until, from ?? live.program.position);
  if (from !== undefined) jumpTo(live, automation, from);
  if (isToEnd) return live.program.advance(() => false);
  if (live.program.position === until) return undefined;
  const failure = await live.program.advance((path) => comparePaths(path, until) >= 0);
  const { position } = live.program;
  if (failure || position === until) return failure;
  return attempt(live.state.steps, async () => {
    throw new NodeNotReachedError(until, position);
  });
}

/** A node that never follows would let everything run. */
function assertAhead(automation: Automation, until: string, position: string | undefined): void {
  followPath(automation, until);
  if (position !== undefined) followPath(automation, position);
  if (position !== undefined && comparePaths(position, until) <= 0) return;
  throw new NodePassedError(until, position);
}
