import { StartError } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { registerAtStart } from './register-at-start.ts';

/** Registers with a control plane that gives these answers in turn, and then only the last one. */
async function registerWith(answers: readonly (Error | undefined)[], patienceMs?: number) {
  const warnings: string[] = [];
  let calls = 0;
  const register = async (): Promise<void> => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (answer) throw answer;
  };
  await registerAtStart({
    client: { register },
    logger: { warn: (message: string) => void warnings.push(message) } as never,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  return { calls, warnings };
}

const away = new Error('connect ECONNREFUSED');

test('tries again until the control plane has started', async () => {
  expect(await registerWith([away, away, undefined])).toEqual({ calls: 3, warnings: [] });
});

test('starts without a registration when the control plane stays unreachable', async () => {
  const { calls, warnings } = await registerWith([away], 150);
  expect(warnings).toEqual(['control plane cannot be reached yet']);
  expect(calls).toBeGreaterThan(1);
});

test('does not try again after a refusal', async () => {
  const refused = new StartError('The token is wrong.');
  await expect(registerWith([refused, undefined])).rejects.toBe(refused);
});
