import { defineRoute } from '../http/define-route.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import { holderOf } from '../leases/holder-of.ts';
import type { DebugSessionStore } from './debug-session-store.ts';

export const answerSessionCommand = defineRoute(
  'answerSessionCommand',
  async ({ debugSessions }: { readonly debugSessions: DebugSessionStore }, { params, body }) => {
    const { number, answer, error } = body;
    if ((answer === undefined) === (error === undefined)) {
      const msg = 'must have either answer or error: specify exactly one of them';
      throw new InvalidRequestError([{ loc: ['body'], msg, type: 'answer' }]);
    }
    const given = error ? { error } : { answer: answer ?? {} };
    await debugSessions.answer(holderOf(params, body), { number, answer: given });
    return { status: 204 };
  },
);
