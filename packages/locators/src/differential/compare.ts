import { createServer } from 'node:http';
import { createBindings } from '@errand/expressions';
import { findChromium, openBrowser } from '@errand/test-kit';
import { chromium, type Locator } from 'playwright-core';
import { domPath } from '../conformance/run-cases.ts';
import { AmbiguousFrameError } from '../locator-errors.ts';
import { parseLocator } from '../parse-locator.ts';
import { createLocatorResolver, type LocatorResolver } from '../resolver/locator-resolver.ts';
import { rowPairs } from './aam-rows.ts';
import { edgePage, INNER_PAGE } from './edge-cases.ts';
import { framePairs, hasNotPairs, patternPairs, strictPairs } from './edge-pairs.ts';
import { grammarPairs } from './grammar-pairs.ts';
import { namePage, namePairs, rolePairs, STATE_PAGE, statePairs } from './name-pairs.ts';
import type { Pair } from './pair.ts';
import { PORTAL } from './portal.ts';
import { rolePage } from './role-page.ts';

export const groups = [
  { name: 'grammar', path: '/portal', pairs: grammarPairs, isStrict: false },
  { name: 'frames', path: '/edges', pairs: framePairs, isStrict: false },
  { name: 'has_not', path: '/edges', pairs: hasNotPairs, isStrict: false },
  { name: 'patterns', path: '/edges', pairs: patternPairs, isStrict: false },
  { name: 'strictness', path: '/edges', pairs: strictPairs, isStrict: true },
  { name: 'elements of HTML-AAM', path: '/roles', pairs: rowPairs, isStrict: false },
  { name: 'roles', path: '/roles', pairs: rolePairs, isStrict: false },
  { name: 'names', path: '/names', pairs: namePairs, isStrict: false },
  { name: 'states', path: '/states', pairs: statePairs, isStrict: false },
] as const;

/** What each library finds: the paths of the elements, or that it rejects more than one. */
export interface Comparison {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export interface Comparer extends AsyncDisposable {
  readonly compare: (group: (typeof groups)[number], pair: Pair) => Promise<Comparison>;
}

const DEADLINE_MS = 5000;
const viewport = { width: 1280, height: 720 };
const bindings = createBindings({
  inputParameters: { order_id: ['A-17'], facility_name: ['Oak House'] },
  generatedVariables: {},
  loops: [{ indexName: 'row', index: 1, locator: 'locator("tr.invoiceRow").nth(1)' }],
});

/**
 * Resolves locators on the same pages with Errand's resolver and real Playwright, in the same
 * Chromium build.
 */
export async function openComparer(): Promise<Comparer> {
  await using resources = new AsyncDisposableStack();
  const site = resources.use(await serveSite());
  const launched = resources.use(await openBrowser());
  const { page } = resources.use(await launched.openPage());
  const resolver = resources.use(await createLocatorResolver(page));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const playwright = resources.use(await chromium.launch({ executablePath: findChromium(), args }));
  const playwrightPage = await playwright.newPage({ viewport });
  // Selectors that depend on the layout need the same viewport.
  await page.setViewport(viewport);
  const owned = resources.move();
  return {
    async compare({ path, isStrict }, [source, build]) {
      const url = `${site.url}${path}`;
      if (page.url() !== url) await Promise.all([page.goto(url), playwrightPage.goto(url)]);
      const ours = await find(resolver, source, isStrict);
      return { ours, theirs: await findByPlaywright(build(playwrightPage), isStrict) };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function find(
  resolver: LocatorResolver,
  source: string,
  isStrict: boolean,
): Promise<string[]> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const handles = await resolver.queryAll(parseLocator(source, bindings), { signal });
    if (isStrict && handles.length > 1) return [refusal(handles.length)];
    return await Promise.all(handles.map(domPath));
  } catch (error) {
    if (!(error instanceof AmbiguousFrameError)) throw error;
    return [refusal(/^\d+/.exec(error.message)?.[0])];
  }
}

async function findByPlaywright(locator: Locator, isStrict: boolean): Promise<string[]> {
  try {
    if (isStrict) await locator.evaluate(() => 0, undefined, { timeout: DEADLINE_MS });
    return await locator.evaluateAll(pathsOf);
  } catch (error) {
    const count = /strict mode violation: [^]* resolved to (\d+) elements/.exec(String(error))?.[1];
    if (count === undefined) throw error;
    return [refusal(count)];
  }
}

function refusal(count: number | string | undefined): string {
  return `refused: ${count} elements`;
}

/** Runs in the page. Same format as `domPath`. */
function pathsOf(nodes: readonly Node[]): string[] {
  return nodes.map((node) => {
    const steps: string[] = [];
    for (let current: Node | null = node; current; current = current.parentNode) {
      if (current instanceof ShadowRoot) {
        steps.unshift('#shadow');
        current = current.host;
      }
      if (!(current instanceof Element)) break;
      const siblings: Element[] = current.parentNode ? [...current.parentNode.children] : [current];
      steps.unshift(`${current.localName}[${siblings.indexOf(current) + 1}]`);
    }
    return steps.join('/');
  });
}

async function serveSite() {
  const server = createServer(({ url = '' }, response) => {
    const bodies: Record<string, string> = {
      '/portal': PORTAL,
      '/edges': edgePage(`http://localhost:${portOf()}`),
      '/inner': INNER_PAGE,
      '/roles': rolePage,
      '/names': namePage,
      '/states': STATE_PAGE,
    };
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(bodies[url] ?? '');
  });
  const portOf = () => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf()}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
