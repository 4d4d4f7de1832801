import { pollUntil } from '@errand/test-kit';
import type { Browser } from 'puppeteer';
import type { AttackCase } from './attack-cases.ts';
import { type Battlefield, SITE_HOST } from './open-battlefield.ts';

const PAGES_AT_ONCE = 6;
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
 * Makes the attempts, each in its own window, and returns the names of those that never finished. A
 * page stays open until its attempt `isOver`, because pages send many requests late, and a hidden
 * page may never send them.
 */
export async function makeAttempts(
  { browser, field }: { readonly browser: Browser; readonly field: Battlefield },
  attacks: readonly Attack[],
  isOver: (attack: Attack) => boolean,
): Promise<readonly string[]> {
  const left = [...attacks];
  const unfinished: string[] = [];
  const work = async (): Promise<void> => {
    for (let attack = left.shift(); attack; attack = left.shift()) {
      const { name, code, url } = attack;
      const page = await browser.newPage({ type: 'window' });
      await page.goto(`http://${SITE_HOST}:${field.sitePort}/`);
      // Navigating away loses the return value.
      await page.evaluate(scriptOf(code, url)).catch(() => undefined);
      if (name === 'manifest') {
        const session = await page.createCDPSession();
        await session.send('Page.getAppManifest').catch(() => undefined);
      }
      const isDone = () => isOver(attack);
      await pollUntil('it is over', isDone, { deadlineMs: OVER_MS }).catch(() =>
        unfinished.push(name),
      );
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  return unfinished;
}

function scriptOf(code: string, url: string): string {
  return `(async () => {
    const url = ${JSON.stringify(url)};
    const target = url.split('/')[2];
    const site = location.origin;
    const attempt = (async () => { ${code} })().catch(() => undefined);
    await Promise.race([attempt, new Promise((resolve) => setTimeout(resolve, ${ATTEMPT_MS}))]);
  })()`;
}
