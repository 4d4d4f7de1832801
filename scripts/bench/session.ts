import { createErrand, type Session } from '@errand/client';
import { startOwnPostgres } from '@errand/test-kit';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openFleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { watchScreens } from '../../packages/task-runner/src/testing/watch-screens.ts';
import { parseRounds } from './engine.ts';
import { serveFormPage } from './form-page.ts';
import { measurePicks } from './session-picks.ts';
import { startPeers } from './session-peers.ts';
import { type Measured, measured, QUERY_KINDS, sessionQueries } from './session-queries.ts';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/session.json', import.meta.url));
const WARM_UP_ROUNDS = 5;
export const LONGEST_LOCATE_MS = 50;
const ROWS = 1_000;
const DEADLINE_MS = 120_000;

/**
 * Measures commands of a debug session from the client's call to its result, over HTTP, the control
 * plane, the database and the worker, alternating with the same query made by Playwright and
 * Puppeteer in one other process, on a page of 4,000 elements. Option: --rounds N (default 60).
 */
export async function benchSession(args: readonly string[]): Promise<void> {
  const options = { rounds: { type: 'string', default: '60' } } as const;
  const rounds = parseRounds(parseArgs({ args: [...args], options }).values.rounds);
  await using resources = new AsyncDisposableStack();
  const form = resources.use(await serveFormPage(ROWS));
  const { settings, watchBy } = watchScreens();
  const postgres = resources.use(await startOwnPostgres());
  const fleet = resources.use(await openFleet(settings, { databaseUrl: postgres.url }));
  resources.use(await fleet.startWorker({ WORKER_SLOTS: '1' }));
  const { url: baseUrl, apiKey } = fleet.controlPlane;
  const session = await createErrand({ baseUrl, apiKey }).sessions.open(
    { url: form.url },
    { signal: AbortSignal.timeout(DEADLINE_MS) },
  );
  const { tools } = resources.use(await startPeers(form.url));
  const figures = await alternate(rounds, [measured(sessionQueries(session)), ...tools]);
  const viewer = resources.use(await watchBy(fleet)(session.id, streamOf(session)));
  const pick = describe(await measurePicks(session, viewer, Math.min(rounds, 20)));
  await session.close();
  await report({ rounds, measured: figures, pick });
}

const streamOf = ({ id }: Session): string => `/api/v1/sessions/${id}/stream?mode=control`;

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

type Figures = Readonly<Record<string, Readonly<Record<string, Percentiles>>>>;

/** One kind after the other: the garbage of a snapshot is collected for many milliseconds. */
async function alternate(rounds: number, tools: readonly Measured[]): Promise<Figures> {
  const figures: Record<string, Record<string, Percentiles>> = {};
  for (const kind of QUERY_KINDS) {
    const samples: { readonly name: string; readonly milliseconds: number }[] = [];
    for (let index = -WARM_UP_ROUNDS; index < rounds; index += 1) {
      for (const { name, measure } of tools) {
        samples.push({ name, milliseconds: await measure(kind) });
      }
    }
    const counted = samples.slice(WARM_UP_ROUNDS * tools.length);
    for (const { name } of tools) {
      const own = counted.filter((sample) => sample.name === name);
      const described = describe(own.map(({ milliseconds }) => milliseconds));
      figures[name] = { ...figures[name], [kind]: described };
    }
  }
  return figures;
}

const describe = (samples: readonly number[]): Percentiles => ({
  p50: percentile(samples, 50),
  p95: percentile(samples, 95),
});

async function report(result: {
  readonly rounds: number;
  readonly measured: Figures;
  readonly pick: Percentiles;
}): Promise<void> {
  const { session = {}, ...peers } = result.measured;
  say('ms: p50 / p95');
  for (const kind of QUERY_KINDS) {
    const own = session[kind] ?? { p50: NaN, p95: NaN };
    const others = Object.entries(peers).map(([name, { [kind]: other }]) => {
      const ratio = other ? round(own.p50 / other.p50) : NaN;
      return `${name} ${other?.p50} / ${other?.p95} (ratio of p50 ${ratio})`;
    });
    say(`  ${kind}\tsession ${own.p50} / ${own.p95}\t${others.join('\t')}`);
  }
  say(`  pick\tsession ${result.pick.p50} / ${result.pick.p95}, from the click of a viewer`);
  const locateP95 = session['locate']?.p95 ?? NaN;
  const isMet = locateP95 <= LONGEST_LOCATE_MS;
  say(`  locate p95 ${locateP95} (target <= ${LONGEST_LOCATE_MS}): ${isMet ? 'met' : 'missed'}`);
  const machine = { processors: cpus().length, load: loadavg() };
  const results = { ...result, targetMs: LONGEST_LOCATE_MS, isMet, machine };
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, `${JSON.stringify(results, undefined, 2)}\n`);
  say(reportPath);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
