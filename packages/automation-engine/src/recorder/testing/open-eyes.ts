import { createLocatorResolver, parseLocator } from '@errand/locators';
import type { Page } from 'puppeteer';
import type { Seen } from './open-person.ts';

const looksForMs = 10_000;

/** Finds elements on a page by locators, as a person would by looking. */
export interface Eyes extends AsyncDisposable {
  readonly see: (command: string) => Seen;
}

export async function openEyes(page: Page): Promise<Eyes> {
  const resolver = await createLocatorResolver(page);
  return {
    see: (command) => ({
      page,
      async find() {
        const signal = AbortSignal.timeout(looksForMs);
        const [first, ...others] = await resolver.waitForMatches(parseLocator(command), { signal });
        await Promise.all(others.map((other) => other.dispose()));
        if (!first) throw new Error(`Nobody sees ${command}.`);
        return first;
      },
    }),
    [Symbol.asyncDispose]: () => resolver[Symbol.asyncDispose](),
  };
}
