import type { JsonValue } from '@errand/foundation';
import { redactDeep } from '@errand/secrets';
import { actingCalls } from './calls/acting-calls.ts';
import { contextCalls } from './calls/context-calls.ts';
import { eventCalls } from './calls/event-calls.ts';
import { fileCalls } from './calls/file-calls.ts';
import { inputCalls } from './calls/input-calls.ts';
import { locatorCalls } from './calls/locator-calls.ts';
import { navigationCalls } from './calls/navigation-calls.ts';
import { pageCalls } from './calls/page-calls.ts';
import { CallFailedError } from './script-action-errors.ts';
import type { ScriptCall } from './define-call.ts';
import type { ScriptWorld } from './script-world.ts';

/** All calls that a script may make, by name. Anything else is rejected. */
const scriptCalls: ReadonlyMap<string, ScriptCall> = new Map(
  Object.entries({
    ...actingCalls,
    ...contextCalls,
    ...eventCalls,
    ...fileCalls,
    ...inputCalls,
    ...locatorCalls,
    ...navigationCalls,
    ...pageCalls,
  }),
);

/** Handles a script's call. Known secrets are redacted from the result. */
export async function answerCall(
  world: ScriptWorld,
  method: string,
  params: unknown,
): Promise<JsonValue | undefined> {
  const call = scriptCalls.get(method);
  if (!call) throw new CallFailedError(`Scripts have no call ${JSON.stringify(method)}.`);
  const answer = await call.run(world, params);
  return answer === undefined ? undefined : redactDeep(answer, world.run.redact);
}
