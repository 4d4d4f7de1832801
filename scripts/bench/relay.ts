import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { makeCertificate } from '@errand/test-kit/imap-server';
import type { Browser } from 'puppeteer';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/relay.json', import.meta.url));
const sitePath = fileURLToPath(new URL('relay-site.ts', import.meta.url));
const WARM_UP_ROUNDS = 3;
const LOAD_DEADLINE_MS = 60_000;

interface Measurement {
  readonly site: string;
  readonly directMs: number;
  readonly relayMs: number;
  /** Ratio of the median page loads. */
  readonly relayToDirect: number;
  /** Median ratio of two consecutive loads, which share the momentary load of the machine. */
  readonly pairedRatio: number;
  /** CPU time of the relay for one load: the additional time of this process. */
  readonly relayProcessorMs: number;
}

/**
 * Alternates loads of a page with 61 small resources with and without the relay, each with an empty
 * cache and new connections. Uses HTTP/1.1 and TLS, a server that responds immediately, and one
 * that needs 10 ms, like a nearby server. Options: --rounds N (default 30).
 */
export async function benchRelay(args: readonly string[]): Promise<void> {
  const options = { rounds: { type: 'string', default: '30' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const rounds = Math.max(1, Math.trunc(Number(values.rounds)) || 1);
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const { certificate: trusted } = makeCertificate(directory);
  const certificate = ['key.pem', 'certificate.pem'].map((name) => join(directory, name));
  const browsers = {
    direct: owned.use(await openBrowser({ way: 'direct', trusted })),
    relay: owned.use(await openBrowser({ trusted })),
  };
  const measurements: Measurement[] = [];
  for (const delayMs of [0, 10]) {
    for (const scheme of ['http', 'https']) {
      await using site = await startSite([
        `${delayMs}`,
        ...(scheme === 'https' ? certificate : []),
      ]);
      const url = `${scheme}://127.0.0.1:${site.port}/`;
      const name = `${scheme}, answers after ${delayMs} ms`;
      measurements.push({ site: name, ...(await compare(browsers, url, rounds)) });
    }
  }
  const results = { processors: cpus().length, rounds, target: 1.05, measurements };
  await mkdir(dirname(reportPath), { recursive: true });
  const report = `${JSON.stringify(results, undefined, 2)}\n`;
  await writeFile(reportPath, report);
  process.stdout.write(report);
}

async function compare(
  browsers: Readonly<Record<'direct' | 'relay', TestBrowser>>,
  url: string,
  rounds: number,
): Promise<Omit<Measurement, 'site'>> {
  const processorMs = { direct: [] as number[], relay: [] as number[] };
  const samples = { direct: [] as number[], relay: [] as number[] };
  for (let turn = -WARM_UP_ROUNDS; turn < rounds; turn += 1) {
    const order = turn % 2 === 0 ? (['direct', 'relay'] as const) : (['relay', 'direct'] as const);
    for (const way of order) {
      const before = process.cpuUsage();
      const milliseconds = await loadOnce(browsers[way].browser, url);
      const { user, system } = process.cpuUsage(before);
      if (turn >= 0) processorMs[way].push((user + system) / 1_000);
      if (turn >= 0) samples[way].push(milliseconds);
    }
  }
  const [directMs, relayMs] = [percentile(samples.direct, 50), percentile(samples.relay, 50)];
  const ratios = samples.relay.map((relay, index) => relay / (samples.direct[index] ?? NaN));
  return {
    directMs,
    relayMs,
    relayToDirect: round(relayMs / directMs),
    pairedRatio: percentile(ratios, 50),
    relayProcessorMs: round(percentile(processorMs.relay, 50) - percentile(processorMs.direct, 50)),
  };
}

/** Time from the start of the navigation to the last resource, by the clock of the page. */
async function loadOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { timeout: LOAD_DEADLINE_MS });
    const loaded = await page.waitForFunction('globalThis.loadedAt', { timeout: LOAD_DEADLINE_MS });
    return Number(await loaded.jsonValue());
  } finally {
    await context.close();
  }
}

async function startSite(
  siteArguments: readonly string[],
): Promise<AsyncDisposable & { readonly port: number }> {
  const site = spawn(process.execPath, [sitePath, ...siteArguments], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(site.stdout, 'data');
  return {
    port: Number(line),
    async [Symbol.asyncDispose]() {
      site.kill();
      await once(site, 'exit');
    },
  };
}
