import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocatorResolver, type LocatorResolver, parseLocator } from '@errand/locators';
import { openBrowser } from '@errand/test-kit';
import { chromium, type Locator, type Page } from 'playwright-core';
import type { ElementHandle, Page as PuppeteerPage } from 'puppeteer';
import { launchOptions } from './engine.ts';
import { serveFormPage } from './form-page.ts';
import { parseCount } from './parse-count.ts';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/locators.json', import.meta.url));
const WARM_UP_ROUNDS = 20;
const DEADLINE_MS = 5_000;

/** Rows of a table below the form: a small page, and a large one. */
const PAGES = { form: 0, 'form and 1,000 rows': 1_000 } as const;

interface Query {
  readonly command: string;
  /** The same query in Playwright. */
  readonly build: (page: Page) => Locator;
  /** The same query in Puppeteer, as far as its selectors can express it. */
  readonly selector: string;
}

const QUERIES: readonly Query[] = [
  { command: 'locator("#send")', build: (page) => page.locator('#send'), selector: '#send' },
  {
    command: 'get_by_role("button", name="Send")',
    build: (page) => page.getByRole('button', { name: 'Send' }),
    selector: '::-p-aria([name="Send"][role="button"])',
  },
  {
    command: 'get_by_label("First name")',
    build: (page) => page.getByLabel('First name'),
    selector: '::-p-aria([name="First name"][role="textbox"])',
  },
  {
    command: 'get_by_text("I accept the terms")',
    build: (page) => page.getByText('I accept the terms'),
    selector: '::-p-text(I accept the terms)',
  },
];

/** What is timed, in turns: `ours` and its peers find an element, `count` only counts it. */
type Tool = 'count' | 'ours' | 'playwright' | 'puppeteer';

type Measurement = Readonly<Record<'p50' | 'p95', number>>;

interface LocatorResult {
  /** Page and command. */
  readonly name: string;
  /** Milliseconds from the command to the handle of the element, or to the number of matches. */
  readonly ms: Readonly<Record<Tool, Measurement>>;
  /** Errand's median time, divided by the peer's. */
  readonly ratios: Readonly<Record<'playwright' | 'puppeteer', number>>;
}

/**
 * Measures how long it takes to find an element, against Playwright and Puppeteer on the same pages,
 * in turns.
 * Options: --rounds N (default 200).
 */
export async function benchLocators(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string' } } });
  const rounds = parseCount('rounds', values.rounds ?? '200');
  await using owned = new AsyncDisposableStack();
  const launched = owned.use(await openBrowser());
  const peer = owned.use(await chromium.launch(launchOptions(launched.environment)));
  const results: LocatorResult[] = [];
  for (const [name, rows] of Object.entries(PAGES)) {
    await using site = await serveFormPage(rows);
    await using opened = await launched.openPage();
    await using resolver = await createLocatorResolver(opened.page);
    const theirs = await peer.newPage();
    await Promise.all([opened.page.goto(site.url), theirs.goto(site.url)]);
    for (const { command, build, selector } of QUERIES) {
      const tools = {
        ours: () => findOne(resolver, command),
        count: () => countOne(resolver, command),
        playwright: async () => expectOne(await build(theirs).elementHandles()),
        puppeteer: async () => expectOne(await findFirst(opened.page, selector)),
      };
      results.push({ name: `${name}: ${command}`, ...(await alternate(tools, rounds)) });
    }
    await theirs.close();
  }
  await report(rounds, results);
}

async function findOne(resolver: LocatorResolver, command: string): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const handles = await resolver.queryAll(parseLocator(command), { signal });
  await expectOne(handles);
}

async function countOne(resolver: LocatorResolver, command: string): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const count = await resolver.count(parseLocator(command), { signal });
  if (count !== 1) throw new Error(`${count} elements were counted instead of one.`);
}

/** Puppeteer's usual call: it looks for the first match only. */
async function findFirst(page: PuppeteerPage, selector: string): Promise<readonly ElementHandle[]> {
  const handle = await page.$(selector);
  return handle ? [handle] : [];
}

async function expectOne(
  handles: readonly { readonly dispose: () => Promise<void> }[],
): Promise<void> {
  if (handles.length !== 1)
    throw new Error(`${handles.length} elements were found instead of one.`);
  await handles[0]?.dispose();
}

async function alternate(
  tools: Readonly<Record<Tool, () => Promise<void>>>,
  rounds: number,
): Promise<Pick<LocatorResult, 'ms' | 'ratios'>> {
  const samples: Record<Tool, number[]> = { ours: [], count: [], playwright: [], puppeteer: [] };
  const names: readonly Tool[] = ['ours', 'count', 'playwright', 'puppeteer'];
  for (let index = -WARM_UP_ROUNDS; index < rounds; index += 1) {
    for (const name of names) {
      const passedMs = await time(tools[name]);
      if (index >= 0) samples[name].push(passedMs);
    }
  }
  const [ours, count, playwright, puppeteer] = [
    describe(samples.ours),
    describe(samples.count),
    describe(samples.playwright),
    describe(samples.puppeteer),
  ];
  const ratioTo = (peer: Measurement) => round(ours.p50 / peer.p50);
  return {
    ms: { ours, count, playwright, puppeteer },
    ratios: { playwright: ratioTo(playwright), puppeteer: ratioTo(puppeteer) },
  };
}

async function time(query: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await query();
  return performance.now() - startedAt;
}

const describe = (samples: readonly number[]): Measurement => ({
  p50: percentile(samples, 50),
  p95: percentile(samples, 95),
});

async function report(rounds: number, results: readonly LocatorResult[]): Promise<void> {
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  say('ms, p50 / p95: Errand, only counting, Playwright, Puppeteer; p50 / that of either');
  for (const { name, ms, ratios } of results) {
    const columns = [ms.ours, ms.count, ms.playwright, ms.puppeteer].map(showPair);
    say(`  ${name}\t${columns.join('\t')}\t${ratios.playwright} ${ratios.puppeteer}`);
  }
  await mkdir(dirname(reportPath), { recursive: true });
  const machine = { processors: cpus().length, load: loadavg() };
  await writeFile(reportPath, `${JSON.stringify({ rounds, ...machine, results }, undefined, 2)}\n`);
  say(reportPath);
}

const showPair = ({ p50, p95 }: Measurement): string => `${p50} / ${p95}`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
