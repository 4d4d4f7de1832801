import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndedScreen, Screen } from './control-plane-client.ts';
import { ScreenWatcher } from './screen-watcher.ts';

test('puts at most 2000 screens into a request, and reports the end of each', async () => {
  const requests: { screens: readonly Screen[]; answer: (ended: EndedScreen[]) => void }[] = [];
  const logger = createLogger({ name: 'test', level: 'error' });
  await using watcher = new ScreenWatcher({
    logger,
    client: {
      watchScreens: (screens, { signal }) =>
        new Promise((resolve, reject) => {
          requests.push({ screens, answer: resolve });
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  });
  const screens = Array.from({ length: 4_001 }, () => {
    return { taskId: randomUUID(), leaseEpoch: 1, mode: 'view', apiKeyId: randomUUID() } as const;
  });
  const ends: string[] = [];
  for (const screen of screens) watcher.watch(screen, (end) => ends.push(end));
  const named = (): number =>
    requests.slice(-3).reduce((sum, { screens: part }) => sum + part.length, 0);
  await pollUntil('all are watched', () => named() === screens.length);
  expect(requests.slice(-3).map(({ screens: part }) => part.length)).toEqual([2_000, 2_000, 1]);
  const [last] = requests.at(-1)?.screens ?? [];
  if (last) requests.at(-1)?.answer([{ ...last, reason: 'success' }]);
  await pollUntil('its end is reported', () => ends.length === 1);
  await pollUntil('the others are watched', () => requests.at(-1)?.screens.length === 2_000);
  expect(ends).toEqual(['success']);
});
