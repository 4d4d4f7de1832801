import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDeliveries } from '../../testing/start-deliveries.ts';
import { startReceiver } from '../../testing/start-receiver.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { startVaults } from '../../testing/start-vaults.ts';
import { readContract } from '../read-operations.ts';
import type { Effect, Effects } from './effect.ts';
import { integrationEffects } from './integration-effects.ts';
import { listOptionalFields, listSentFields } from './list-optional-fields.ts';
import { listEffects } from './list-effects.ts';
import { openScene, type Sent } from './open-scene.ts';
import { otherEffects } from './other-effects.ts';
import { recordingEffects } from './recording-effects.ts';
import { proposalEffects } from './proposal-effects.ts';
import { retryEffects } from './retry-effects.ts';
import { rolloutEffects } from './rollout-effects.ts';
import { scheduleEffects } from './schedule-effects.ts';
import { sessionEffects } from './session-effects.ts';
import { submissionEffects } from './submission-effects.ts';

const effects: Effects = {
  ...submissionEffects,
  ...recordingEffects,
  ...listEffects,
  ...otherEffects,
  ...integrationEffects,
  ...scheduleEffects,
  ...proposalEffects,
  ...retryEffects,
  ...rolloutEffects,
  ...sessionEffects,
};
const fields = listOptionalFields(readContract());

const resources = new AsyncDisposableStack();
let app: TestApp;
beforeAll(async () => {
  const { credentials: secretCredentials } = resources.use(await startVaults());
  app = resources.use(await startTestApp({ secretCredentials, longestStreamMs: 100 }));
  await startDeliveries({ ...app, deliveries: app.dependencies.deliveries });
});
afterAll(async () => resources[Symbol.asyncDispose]());

test('lists an effect for every optional field of the document, and for nothing else', () => {
  expect(fields.length).toBeGreaterThan(70);
  expect(Object.keys(effects).toSorted()).toEqual(fields.toSorted());
});

test.each(Object.entries(effects))('%s has an effect', async (field, effect) => {
  const [operationId = ''] = field.split(' ');
  const [before, after] = [effect.without, effect.with].map((sent) =>
    listSentFields(operationId, sent).get(field),
  );
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
  const seen = await see(effect, effect.without);
  expect(await see(effect, effect.without)).toEqual(seen);
  expect(await see(effect, effect.with)).not.toEqual(seen);
});

async function see(effect: Effect, sent: Sent): Promise<unknown> {
  await using receiver = await startReceiver();
  const scene = await openScene(app, receiver);
  try {
    return await effect.see(scene, sent);
  } finally {
    await scene.end();
  }
}
