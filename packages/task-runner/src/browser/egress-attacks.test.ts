import { launchBrowser, openParkedDisplay } from '@errand/browser-launch';
import { createBrowserNetwork } from '@errand/browser-relay';
import { createLogger } from '@errand/app-runtime';
import { findChromium } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { attackCases } from '../testing/egress-attacks/attack-cases.ts';
import { type Attack, makeAttempts, planAttacks } from '../testing/egress-attacks/attack.ts';
import {
  type Battlefield,
  openBattlefield,
  SITE_HOST,
} from '../testing/egress-attacks/open-battlefield.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { openSession } from './open-session.ts';
import { prepareFence } from './prepare-fence.ts';

const live = new AbortController().signal;
const { PATH, HOME } = process.env;
const environment = { PATH, HOME };
const size = { width: 1024, height: 768 };
const logger = createLogger({ name: 'test', level: 'error' });
const resources = new AsyncDisposableStack();
let workDirectory: string;
beforeAll(() => {
  workDirectory = resources.use(scratchDirectory()).path;
});
afterAll(() => resources[Symbol.asyncDispose]());

const v4 = (address: string) => [{ address, family: 4 }];
const v6 = (address: string) => [{ address, family: 6 }];

/**
 * Resolves the host names of the cases. The name for DNS rebinding resolves to a harmless address
 * the first time.
 */
function createResolver() {
  let rebindings = 0;
  const names: Readonly<Record<string, () => { address: string; family: number }[]>> = {
    'loopback.test': () => v4('127.0.0.1'),
    'loopback6.test': () => v6('::1'),
    'mapped.test': () => v6('::ffff:127.0.0.1'),
    'metadata.test': () => v4('169.254.169.254'),
    'rebinding.test': () => v4((rebindings += 1) === 1 ? SITE_HOST : '127.0.0.1'),
  };
  return async (name: string) => {
    const found = /(?:^|\.)localhost\.?$/.test(name)
      ? [...v4('127.0.0.1'), ...v6('::1')]
      : undefined;
    return found ?? names[name]?.() ?? Promise.reject(new Error(`There is no ${name}.`));
  };
}

/** Opens a browser the way the worker launches it. */
async function openBrowserOf(
  allowPrivateAddresses: boolean,
  closedAddresses: readonly string[] = [],
) {
  const network = createBrowserNetwork({
    allowPrivateAddresses,
    closedAddresses,
    allowedHosts: [SITE_HOST],
    resolve: createResolver(),
  });
  const fence = await prepareFence({ environment, logger });
  const options = { ...size, workDirectory, environment, fence, network, logger };
  return openSession({ ...options, chromiumPath: findChromium() }, live);
}

const isSilent = ({ reachedBy = 'relay' }: Attack): boolean => reachedBy !== 'relay';

const hitsOf = (attacks: readonly Attack[], field: Battlefield): Record<string, boolean> =>
  Object.fromEntries(attacks.map(({ name, port }) => [name, field.hits(port) > 0]));

test(`reaches no victim in ${attackCases.length} attempts from inside pages`, async () => {
  await using field = await openBattlefield(attackCases.length);
  const attacks = planAttacks(attackCases, field);
  await using session = await openBrowserOf(false);
  const browser = session.page.browser();
  const isOver = (attack: Attack): boolean =>
    isSilent(attack) || session.problemOf(attack.url) !== undefined || field.hits(attack.port) > 0;
  const unfinished = await makeAttempts({ browser, field }, attacks, isOver);

  expect(unfinished).toEqual([]);
  expect(attacks.length).toBeGreaterThanOrEqual(40);
  expect(hitsOf(attacks, field)).toEqual(
    Object.fromEntries(attacks.map(({ name }) => [name, false])),
  );
  for (const attack of attacks.filter((one) => !isSilent(one))) {
    expect(session.problemOf(attack.url)).toMatch(
      /^the address \S+ is private and this deployment/,
    );
  }
  const metadata = attacks.find(({ name }) => name === 'a metadata service')?.url ?? '';
  expect(session.problemOf(metadata)).toMatch(/^the address 169\.254\.169\.254:\d+ is link-local/);
}, 300_000);

test('the same attempts reach the victims when private addresses are allowed', async () => {
  const cases = attackCases.filter(({ reachedBy = 'relay' }) => reachedBy !== 'direct');
  await using field = await openBattlefield(cases.length);
  const attacks = planAttacks(cases, field);
  await using session = await openBrowserOf(true);
  const browser = session.page.browser();
  const isOver = (attack: Attack): boolean => isSilent(attack) || field.hits(attack.port) > 0;
  const unfinished = await makeAttempts({ browser, field }, attacks, isOver);

  expect(unfinished).toEqual([]);
  const wanted = attacks.map(({ name, reachedBy = 'relay' }) => [name, reachedBy === 'relay']);
  expect(hitsOf(attacks, field)).toEqual(Object.fromEntries(wanted));
}, 300_000);

test('the attempts reach no part of this installation even when private addresses are allowed', async () => {
  await using field = await openBattlefield(attackCases.length);
  const attacks = planAttacks(attackCases, field);
  await using session = await openBrowserOf(
    true,
    field.ports.map((port) => `127.0.0.1:${port}`),
  );
  const browser = session.page.browser();
  const isOver = (attack: Attack): boolean =>
    isSilent(attack) || session.problemOf(attack.url) !== undefined || field.hits(attack.port) > 0;
  const unfinished = await makeAttempts({ browser, field }, attacks, isOver);

  expect(unfinished).toEqual([]);
  expect(hitsOf(attacks, field)).toEqual(
    Object.fromEntries(attacks.map(({ name }) => [name, false])),
  );
  for (const attack of attacks.filter((one) => !isSilent(one))) {
    expect(session.problemOf(attack.url)).toMatch(/belongs to this installation/);
  }
}, 300_000);

test('attempts that bypass proxies reach the victims without a relay', async () => {
  const cases = attackCases.filter(({ reachedBy }) => reachedBy === 'direct');
  await using field = await openBattlefield(cases.length);
  const attacks = planAttacks(cases, field);
  const directory = join(workDirectory, 'direct');
  await using display = await openParkedDisplay({ ...size, directory: workDirectory, environment });
  await using launched = await launchBrowser({
    ...size,
    fence: [],
    executablePath: findChromium(),
    profileDirectory: directory,
    environment: { ...display.environment, HOME: workDirectory },
    proxyUrl: undefined,
    signal: live,
  });
  const unfinished = await makeAttempts(
    { browser: launched.browser, field },
    attacks,
    ({ port }) => field.hits(port) > 0,
  );

  expect(unfinished).toEqual([]);
  expect(hitsOf(attacks, field)).toEqual(
    Object.fromEntries(attacks.map(({ name }) => [name, true])),
  );
});
