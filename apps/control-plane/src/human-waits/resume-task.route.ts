import { nameProblem } from '@errand/automation-engine/automation';
import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { VariablesTooLargeError } from './human-wait-errors.ts';
import type { HumanWaitStore } from './human-wait-store.ts';

const MAX_BYTES = 65_536;

/** A person has completed what the run waited for. */
export const resumeTask = defineRoute(
  'resumeTask',
  async (
    { humanWaits }: { readonly humanWaits: HumanWaitStore },
    { params, body, accountId, apiKeyId },
  ) => {
    const { variables = {} } = body ?? {};
    checkNames(Object.keys(variables));
    const bytes = Buffer.byteLength(JSON.stringify(variables));
    if (bytes > MAX_BYTES) throw new VariablesTooLargeError(bytes, MAX_BYTES);
    await humanWaits.resume({ accountId, apiKeyId }, params.task_id, variables);
    return { status: 200, body: { success: true, message: 'The task resumes.' } };
  },
);

function checkNames(names: readonly string[]): void {
  const violations = names.flatMap((name) => {
    const msg = nameProblem(name);
    return msg === undefined ? [] : [{ loc: ['body', 'variables', name], msg, type: 'name' }];
  });
  if (violations.length > 0) throw new InvalidRequestError(violations);
}
