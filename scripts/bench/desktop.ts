import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  cropPicture,
  decodePng,
  findPicture,
  openDesktop,
  openDisplay,
  readTexts,
  type ScreenArea,
  type ScreenPicture,
} from '@errand/desktop';
import { openBrowser } from '@errand/test-kit';
import { drawButtonPage, drawWordPage, type PlacedWord } from './desktop-page.ts';
import { findNaively } from './find-naively.ts';
import { percentile, round } from './statistics.ts';

const reportPath = fileURLToPath(new URL('../../.errand/bench/desktop.json', import.meta.url));
const size = { width: 1440, height: 900 };
const { signal } = new AbortController();

/**
 * Small enough for the naive search to end within a minute; the other area is the largest in use.
 */
const SMALL_AREA: ScreenArea = { x: 700, y: 200, width: 113, height: 41 };
const LARGE_AREA: ScreenArea = { x: 300, y: 150, width: 340, height: 123 };

/**
 * Measures the cost of steps on a screen: taking a screenshot, reading all text of a full window,
 * finding an earlier picture. Also measures how many words in a list and on buttons are read
 * correctly. Options: --rounds N (default 10).
 */
export async function benchDesktop(args: readonly string[]): Promise<void> {
  const options = { rounds: { type: 'string', default: '10' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const rounds = Math.max(1, Math.trunc(Number(values.rounds)) || 1);
  const looks = await measureLooks(rounds);
  await using browser = await openBrowser();
  const { png, words } = await drawWordPage(browser, size);
  const picture = decodePng(png);
  const reading = await measureReading(picture, words);
  const buttons = await drawButtonPage(browser, size);
  const buttonReading = await measureReading(decodePng(buttons.png), buttons.words);
  const small = await measureMs(rounds, () => expectFound(picture, SMALL_AREA));
  const large = await measureMs(rounds, () => expectFound(picture, LARGE_AREA));
  const [naive = NaN] = await measureMs(1, () =>
    findNaively(picture, cropPicture(picture, SMALL_AREA)),
  );
  const results = {
    processors: cpus().length,
    screen: size,
    lookMs: percentile(looks, 50),
    reading,
    buttonReading,
    findPictureMs: { '113x41': percentile(small, 50), '340x123': percentile(large, 50) },
    naiveMs: { '113x41': round(naive) },
    findToNaive: naive / percentile(small, 50),
  };
  await mkdir(dirname(reportPath), { recursive: true });
  const report = `${JSON.stringify(results, undefined, 2)}\n`;
  await writeFile(reportPath, report);
  process.stdout.write(`${report}${reportPath}\n`);
}

async function measureLooks(rounds: number): Promise<number[]> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-bench-'));
  await using owned = new AsyncDisposableStack();
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  const display = owned.use(await openDisplay({ ...size, directory, environment: process.env }));
  const desktop = owned.use(await openDesktop({ environment: display.environment }, signal));
  return await measureMs(rounds, () => desktop.look(signal));
}

interface Reading {
  readonly ms: number;
  /** Percentage of words that were read exactly and in the right place. */
  readonly rightPercent: number;
}

async function measureReading(
  picture: ScreenPicture,
  words: readonly PlacedWord[],
): Promise<Record<string, Reading>> {
  const readings: Record<string, Reading> = {};
  for (const scale of [1, 2, 3]) {
    const startedAt = performance.now();
    const texts = await readTexts(picture, { environment: process.env, scale }, signal);
    const isRead = ({ text, x, y, height }: PlacedWord): boolean =>
      texts.some(
        ({ text: read, area }) =>
          read === text && Math.abs(area.x - x) < 6 && area.y > y - 6 && area.y < y + height,
      );
    const rightPercent = round((100 * words.filter(isRead).length) / words.length);
    readings[`enlarged ${scale}`] = { ms: round(performance.now() - startedAt), rightPercent };
  }
  return readings;
}

function expectFound(screen: ScreenPicture, area: ScreenArea): void {
  const found = findPicture(screen, cropPicture(screen, area));
  if (found?.area.x === area.x && found.area.y === area.y) return;
  throw new Error(`findPicture found ${JSON.stringify(found)} instead of ${JSON.stringify(area)}.`);
}

async function measureMs(rounds: number, run: () => unknown): Promise<number[]> {
  const samples: number[] = [];
  while (samples.length < rounds) {
    const startedAt = performance.now();
    await run();
    samples.push(performance.now() - startedAt);
  }
  return samples;
}
