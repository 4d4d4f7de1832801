import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createLocatorResolver, type LocatorResolver, parseLocator } from '@errand/locators';
import { openBrowser } from '@errand/test-kit';
import { chromium, type Locator, type Page } from 'playwright-core';
import { launchOptions } from './engine.ts';
import { serveFormPage } from './form-page.ts';
import { parseCount } from './parse-count.ts';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/locators.json', import.meta.url));
const WARM_UP_ROUNDS = 20;
const DEADLINE_MS = 5_000;

/** Rows of a table below the form: a small page, and a large one. */
const PAGES = { form: 0, 'form and 1,000 rows': 1_000 } as const;

/** The same query in both languages. */
const QUERIES: readonly (readonly [command: string, build: (page: Page) => Locator])[] = [
  ['locator("#send")', (page) => page.locator('#send')],
  ['get_by_role("button", name="Send")', (page) => page.getByRole('button', { name: 'Send' })],
  ['get_by_label("First name")', (page) => page.getByLabel('First name')],
  ['get_by_text("I accept the terms")', (page) => page.getByText('I accept the terms')],
];

interface LocatorResult {
  /** Page and command. */
  readonly name: string;
  /** Milliseconds from the command to the handle of the element. */
  readonly ms: { readonly p50: number; readonly p95: number };
  readonly playwrightMs: { readonly p50: number; readonly p95: number };
  /** Median divided by that of Playwright. */
  readonly ratio: number;
}

/**
 * Measures how long it takes to find an element, against Playwright on the same pages, in turns.
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
    for (const [query, build] of QUERIES) {
      const tools = {
        ours: () => findOne(resolver, query),
        theirs: () => findOneByPlaywright(build(theirs)),
      };
      results.push({ name: `${name}: ${query}`, ...(await alternate(tools, rounds)) });
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

async function findOneByPlaywright(locator: Locator): Promise<void> {
  await expectOne(await locator.elementHandles());
}

async function expectOne(
  handles: readonly { readonly dispose: () => Promise<void> }[],
): Promise<void> {
  if (handles.length !== 1)
    throw new Error(`${handles.length} elements were found instead of one.`);
  await handles[0]?.dispose();
}

async function alternate(
  { ours, theirs }: Readonly<Record<'ours' | 'theirs', () => Promise<void>>>,
  rounds: number,
): Promise<Pick<LocatorResult, 'ms' | 'playwrightMs' | 'ratio'>> {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  for (let index = -WARM_UP_ROUNDS; index < rounds; index += 1) {
    const [own, other] = [await time(ours), await time(theirs)];
    if (index < 0) continue;
    samples.ours.push(own);
    samples.theirs.push(other);
  }
  const [ms, playwrightMs] = [describe(samples.ours), describe(samples.theirs)];
  return { ms, playwrightMs, ratio: round(ms.p50 / playwrightMs.p50) };
}

async function time(query: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await query();
  return performance.now() - startedAt;
}

const describe = (samples: readonly number[]) => ({
  p50: percentile(samples, 50),
  p95: percentile(samples, 95),
});

async function report(rounds: number, results: readonly LocatorResult[]): Promise<void> {
  say(`${cpus().length} processors, load ${loadavg().map(round).join(' ')}`);
  say('ms: p50 / p95 of Errand, of Playwright, and the ratio of p50');
  for (const { name, ms, playwrightMs, ratio } of results) {
    const [own, other] = [ms, playwrightMs].map(({ p50, p95 }) => `${p50} / ${p95}`);
    say(`  ${name}\t${own}\t${other}\t${ratio}`);
  }
  await mkdir(dirname(reportPath), { recursive: true });
  const machine = { processors: cpus().length, load: loadavg() };
  await writeFile(reportPath, `${JSON.stringify({ rounds, ...machine, results }, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
