import { pollUntil } from '@errand/test-kit';
import type { Browser } from 'puppeteer';
import type { AttackCase } from './attack-cases.ts';
import { type Battlefield, SITE_HOST } from './open-battlefield.ts';

const PAGES_AT_ONCE = 3;
/** Chromium opens at most 32 connections to a proxy. */
const ATTEMPTS_OF_PAGE = 9;
const ATTEMPT_MS = 5_000;
const OVER_MS = 20_000;

export interface Attack extends AttackCase {
  readonly port: number;
  /** URL that the page tries to reach. */
  readonly url: string;
}

/** Assigns a victim port to each case. */
export function planAttacks(cases: readonly AttackCase[], field: Battlefield): readonly Attack[] {
  return cases.map((one, index) => {
    const port = field.ports[index] ?? 0;
    return { ...one, port, url: `http://${one.host ?? '127.0.0.1'}:${port}/x` };
  });
}

/**
 * Makes the attempts, several in one window unless they need their own window, and returns the
 * names of those that never finished. A page stays open until its attempts are over (`isOver`),
 * because pages send many requests late, and a hidden page may never send them.
 */
export async function makeAttempts(
  { browser, field }: { readonly browser: Browser; readonly field: Battlefield },
  attacks: readonly Attack[],
  isOver: (attack: Attack) => boolean,
): Promise<readonly string[]> {
  const left = shareOut(attacks);
  const unfinished: string[] = [];
  const work = async (): Promise<void> => {
    for (let group = left.shift(); group; group = left.shift()) {
      const page = await browser.newPage({ type: 'window' });
      await page.goto(`http://${SITE_HOST}:${field.sitePort}/`);
      // Navigating away loses the return value.
      await page.evaluate(scriptOf(group)).catch(() => undefined);
      if (group.some(({ name }) => name === 'manifest')) {
        const session = await page.createCDPSession();
        await session.send('Page.getAppManifest').catch(() => undefined);
      }
      const isDone = () => group.every(isOver);
      await pollUntil('they are over', isDone, { deadlineMs: OVER_MS }).catch(() => undefined);
      unfinished.push(...group.filter((attack) => !isOver(attack)).map(({ name }) => name));
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  return unfinished;
}

/** Returns the attempts of each page. */
function shareOut(attacks: readonly Attack[]): Attack[][] {
  const alone = attacks.filter(({ isAlone }) => isAlone);
  const others = attacks.filter(({ isAlone }) => !isAlone);
  const groups = Array.from({ length: Math.ceil(others.length / ATTEMPTS_OF_PAGE) }, (_, index) =>
    others.slice(index * ATTEMPTS_OF_PAGE, (index + 1) * ATTEMPTS_OF_PAGE),
  );
  return [...groups, ...alone.map((attack) => [attack])];
}

function scriptOf(attacks: readonly Attack[]): string {
  const attempts = attacks.map(
    ({ code, url }) => `(async () => {
      const url = ${JSON.stringify(url)};
      const target = url.split('/')[2];
      const box = document.body.appendChild(document.createElement('div'));
      ${code}
    })().catch(() => undefined)`,
  );
  return `(async () => {
    const site = location.origin;
    const attempts = [${attempts.join(',\n')}];
    await Promise.race([Promise.all(attempts), new Promise((resolve) => setTimeout(resolve, ${ATTEMPT_MS}))]);
  })()`;
}
