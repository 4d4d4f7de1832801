import { expect, test } from '@jest/globals';
import { ErrandConnectionError, ErrandError } from '@errand/client';
import { sessionPace } from './session-pace.ts';

const refusal = (status: number) =>
  new ErrandError('no', {
    status,
    code: undefined,
    requestId: undefined,
    violations: [],
    retryAfterMs: undefined,
  });

test('polls an open session, more often while its state changes', () => {
  const slow = sessionPace({ session: { state: 'ready' }, error: null });
  const fast = sessionPace({ session: { state: 'busy' }, error: null });
  expect(slow).toBeGreaterThan(Number(fast));
  expect(fast).toBeGreaterThan(0);
});

test('continues after temporary errors', () => {
  for (const error of [new ErrandConnectionError('gone'), refusal(503), refusal(429)]) {
    expect(sessionPace({ session: undefined, error })).toBeGreaterThan(0);
    expect(sessionPace({ session: { state: 'busy' }, error })).toBeGreaterThan(0);
  }
});

test('stops once the session has ended or the server refuses', () => {
  expect(sessionPace({ session: { state: 'ended' }, error: null })).toBe(false);
  expect(sessionPace({ session: { state: 'ready' }, error: refusal(404) })).toBe(false);
  expect(sessionPace({ session: undefined, error: refusal(401) })).toBe(false);
});
