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
        const matches = await resolver.waitForMatches(parseLocator(command), { signal });
        const boxes = await Promise.all(matches.map((match) => match.boundingBox()));
        const at = boxes.findIndex((box) => box !== null && box.width > 0 && box.height > 0);
        const seen = matches[Math.max(0, at)];
        await Promise.all(
          matches.filter((match) => match !== seen).map((match) => match.dispose()),
        );
        if (!seen) throw new Error(`Nobody sees ${command}.`);
        return seen;
      },
    }),
    [Symbol.asyncDispose]: () => resolver[Symbol.asyncDispose](),
  };
}
