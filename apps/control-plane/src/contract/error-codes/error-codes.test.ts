import { describe, expect, test } from '@jest/globals';
import { recordLogs } from '../../testing/record-logs.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readContract } from '../read-operations.ts';
import { objectCodes } from './object-codes.ts';
import { serverCodes } from './server-codes.ts';
import { sessionCodes } from './session-codes.ts';
import { submissionCodes } from './submission-codes.ts';
import { taskCodes } from './task-codes.ts';

const { logger } = recordLogs();
const app = await useTestApp({ logger });
const drives = Object.entries({
  ...serverCodes,
  ...submissionCodes,
  ...taskCodes,
  ...objectCodes,
  ...sessionCodes,
});
const codeOf = (name: string): string => name.split(' ')[0] ?? '';

/** What the document declares, by operation and status. */
const declared = readContract().flatMap(({ operationId, statuses, headersOf }) =>
  statuses
    .filter((status) => status >= 400)
    .map((status) => ({
      operationId,
      status,
      codes: headersOf(status)['x-error-code']?.enum ?? [],
    })),
);

describe('x-error-code', () => {
  test.each(drives)('is %s, with a status declared for it', async (name, drive) => {
    const code = codeOf(name);
    const { status, headers } = await drive(app);
    expect({ status, code: headers['x-error-code'] }).toMatchObject({ code });
    const isDeclared = declared.some((each) => each.status === status && each.codes.includes(code));
    expect({ status, isDeclared }).toEqual({ status, isDeclared: true });
  });

  test('every declared value is produced by the tests above', () => {
    const driven = drives.map(([name]) => codeOf(name));
    const every = new Set(declared.flatMap(({ codes }) => codes));
    expect(every.size).toBeGreaterThan(60);
    expect([...every].filter((code) => !driven.includes(String(code)))).toEqual([]);
  });

  test('is declared for every error response', () => {
    expect(declared.filter(({ codes }) => codes.length === 0)).toEqual([]);
  });
});

// proves operation: createApiKey
test('409 for a new key of an account that is being deleted', async () => {
  const answer = await objectCodes['account-deleted']?.(app);
  expect(answer?.status).toBe(409);
  expect(answer?.body).toEqual({ detail: expect.stringMatching(/is being deleted: use another/) });
});
