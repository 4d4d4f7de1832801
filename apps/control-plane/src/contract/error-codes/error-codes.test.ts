import { describe, expect, test } from '@jest/globals';
import { recordLogs } from '../../testing/record-logs.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { readContract } from '../read-operations.ts';
import { createAsk } from './ask.ts';
import { commonCodes } from './common-codes.ts';
import { missingCodes } from './missing-codes.ts';
import { objectCodes } from './object-codes.ts';
import { operationCodes } from './operation-codes.ts';
import { createSeenCodes, listDeclaredCodes } from './seen-codes.ts';
import { sessionCommandCodes } from './session-command-codes.ts';
import { storageCodes } from './storage-codes.ts';
import { submissionCodes } from './submission-codes.ts';
import { taskBodyCodes } from './task-body-codes.ts';
import { taskCodes } from './task-codes.ts';

/** This operation uses no dependency that a test could break. */
const NEVER_FAILS = 'checkAutomation 500 internal-error';

const { logger } = recordLogs();
const app = await useTestApp({ logger });
// The tests leave sessions open.
await app.dependencies.accounts.limitDebugSessions(app.accountId, 0);
const contract = readContract();
const declared = listDeclaredCodes(contract);
const seen = createSeenCodes(contract);

const drives = Object.entries({
  ...submissionCodes,
  ...taskCodes,
  ...objectCodes,
  ...operationCodes,
});
const drivesEach = Object.entries({
  ...commonCodes,
  ...missingCodes,
  ...taskBodyCodes,
  ...sessionCommandCodes,
  ...storageCodes,
});

describe('x-error-code', () => {
  test.each(drives)('is %s', async (name, drive) => {
    const [code] = name.split(' ');
    const response = await drive(app);
    expect(response.headers['x-error-code']).toBe(code);
    seen.add(response);
  });

  test.each(drivesEach)('is %s for every operation that declares it', async (code, prepare) => {
    const send = await prepare(app, createAsk(app));
    const wrong: string[] = [];
    for (const operation of contract) {
      const expected = declared.filter(
        (one) => one.startsWith(`${operation.operationId} `) && one.endsWith(` ${code}`),
      );
      if (expected.length === 0 || expected.includes(NEVER_FAILS)) continue;
      const response = await send(operation);
      const found = seen.add(response);
      if (!expected.includes(found)) wrong.push(`${found}: ${response.text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  test('is in the document for the operation and status of each response above, and nowhere else', () => {
    expect(declared.length).toBeGreaterThan(1_200);
    expect([...seen.all].filter((one) => !declared.includes(one))).toEqual([]);
    expect(declared.filter((one) => !seen.all.has(one))).toEqual([NEVER_FAILS]);
  });
});

// proves operation: createApiKey
test('409 for a new key of an account that is being deleted', async () => {
  const answer = await objectCodes['account-deleted']?.(app);
  expect(answer?.status).toBe(409);
  expect(answer?.body).toEqual({ detail: expect.stringMatching(/is being deleted: use another/) });
});
