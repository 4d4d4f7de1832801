import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { SendToOperation } from './contract-client.ts';
import type { ContractOperation } from './read-operations.ts';
import { violateParameters } from './violate-parameters.ts';
import { violateEach } from './violate.ts';

/** Fixed, so that a failure printed by fast-check can be repeated. */
const SEED = 20_261_121;
const RANDOM_BODIES = 40;
/** Wording of the validator and of our fallback messages. */
const RAW_WORDS = /must (?:be|not|match|have)|does not allow|text that matches|the format/i;

/**
 * Breaks each constraint of each parameter once; expects 422 with a readable message. Returns the
 * number of cases.
 */
export async function checkBrokenParameters(
  operation: ContractOperation,
  send: SendToOperation,
): Promise<number> {
  const accepted: string[] = [];
  const cases = violateParameters(operation.parameters);
  for (const { name, ...parameters } of cases) {
    const [body] = Object.values(operation.examples);
    const { status, text } = await send(operation, { body, ...parameters });
    if (status !== 422 || RAW_WORDS.test(text)) accepted.push(`${status} ${name} ${text}`);
  }
  expect(accepted).toEqual([]);
  return cases.length;
}

/**
 * Breaks each constraint of each example of a body once; expects 422 or 400. Workers may send
 * members that the document does not know. Returns the number of cases.
 */
export async function checkBrokenBodies(
  operation: ContractOperation,
  send: SendToOperation,
): Promise<number> {
  const isTolerant = operation.path.startsWith('/worker/');
  const cases = Object.entries(operation.examples)
    .flatMap(([example, value]) =>
      violateEach(operation.bodySchema ?? {}, value).map((each) => ({
        ...each,
        headers: operation.exampleHeaders[example] ?? {},
      })),
    )
    .filter(({ name }) => !(isTolerant && name.endsWith(' additionalProperties')));
  expect(cases.length).toBeGreaterThan(0);
  const accepted: string[] = [];
  for (const { name, body, headers } of cases) {
    const { status, text } = await send(operation, { body, headers });
    if (status !== 422 && status !== 400) accepted.push(`${status} ${name}`);
    expect(status === 422 && RAW_WORDS.exec(text)).toBeFalsy();
  }
  expect(accepted).toEqual([]);
  return cases.length;
}

/**
 * Sends bodies with the declared member names and random values; expects a declared status. Returns
 * the number of bodies.
 */
export async function checkRandomBodies(
  operation: ContractOperation,
  send: SendToOperation,
): Promise<number> {
  const names = Object.keys(operation.bodySchema?.properties ?? {});
  const member = fc.tuple(fc.constantFrom(...names, 'other'), fc.jsonValue());
  const random = fc.oneof(
    fc.jsonValue(),
    fc.array(member, { maxLength: 6 }).map((members) => Object.fromEntries(members)),
  );
  await fc.assert(
    fc.asyncProperty(random, async (body) => {
      const { status } = await send(operation, { body });
      expect(operation.statuses).toContain(status);
    }),
    { seed: SEED, numRuns: RANDOM_BODIES },
  );
  return RANDOM_BODIES;
}
