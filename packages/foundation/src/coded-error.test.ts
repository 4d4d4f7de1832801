import { expect, test } from '@jest/globals';
import { CodedError } from './coded-error.ts';

class DoorLockedError extends CodedError {
  readonly code = 'door_locked';
  override readonly retry = 'never';
}

class DoorStuckError extends CodedError {
  readonly code = 'door_stuck';
}

test('has a name, a code, a cause and a retry scope', () => {
  const cause = new Error('no key');
  const error = new DoorLockedError('The door is locked.', { cause });
  expect(error).toMatchObject({ name: 'DoorLockedError', code: 'door_locked', retry: 'never' });
  expect(error.cause).toBe(cause);
});

test('leaves the retry to the automation by default', () => {
  expect(new DoorStuckError('The door is stuck.').retry).toBe('automation');
});
