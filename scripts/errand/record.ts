// errand record URL: records what a person does in a browser on this desk.
import {
  replayRecording,
  startRecorder,
  type PointMode,
  type Recorder,
  type Recording,
} from '@errand/automation-engine';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { parseArgs } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer';

const USAGE = `usage: errand record URL [--out FILE] [--file FILE]... [--no-replay]

Opens a browser on this desk and writes what you do in it as a recording.
  --out FILE    where to write it (default: recording.json)
  --file FILE   give this file to every file chooser instead of asking
  --no-replay   do not replay the recording to check it

While it records, type a letter and Enter here:
  e  extract what you click next        a  assert what you click next
  r  repeat for each row like the one you click next, until you type "end"
  q  stop (closing the browser does that, too)
`;
const MODES: Readonly<Record<string, PointMode>> = { a: 'assert', e: 'extract', r: 'each' };
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Returns the exit code: 3 if a node does not replay. */
export async function record(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      out: { type: 'string', default: 'recording.json' },
      file: { type: 'string', multiple: true, default: [] },
      'no-replay': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [url] = positionals;
  if (values.help || positionals.length !== 1 || url === undefined) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  if (URL.parse(url) === null) {
    say(`"${url}" is not an address: give all of it, such as https://portal.example/login.`);
    return 2;
  }
  const directory = mkdtempSync(join(tmpdir(), 'errand-record-'));
  const lines = createInterface({ input: process.stdin });
  try {
    const browser = await openBrowser(directory);
    const recorded = await recordIn(browser, {
      url,
      lines,
      files: values.file.map((file) => resolve(file)),
    });
    const checked = values['no-replay']
      ? recorded
      : await check(recorded, { browser, directory, files: values.file });
    await browser.close();
    return write(values.out, checked);
  } finally {
    lines.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function openBrowser(directory: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return puppeteer.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: false,
    defaultViewport: null,
    userDataDir: join(directory, 'profile'),
    ignoreDefaultArgs: ['--enable-automation'],
    args: ['--no-first-run', '--start-maximized', ...(isRoot ? ['--no-sandbox'] : [])],
  });
}

interface Session {
  readonly url: string;
  readonly lines: Interface;
  readonly files: readonly string[];
}

async function recordIn(browser: Browser, { url, lines, files }: Session): Promise<Recording> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  for (const first of await browser.defaultBrowserContext().pages()) await first.close();
  await using recorder = await startRecorder({
    page,
    url,
    files,
    onStep: (count) => say(`${count} steps`),
  });
  say(USAGE.slice(USAGE.indexOf('While it records')));
  await untilStopped(recorder, { lines, isOpen: async () => (await context.pages()).length > 0 });
  const recording = await recorder.read();
  await context.close().catch(() => undefined);
  return recording;
}

interface Stopping {
  readonly lines: Interface;
  readonly isOpen: () => Promise<boolean>;
}

/** Until the person types q, closes the last tab, or ends standard input. */
async function untilStopped(recorder: Recorder, { lines, isOpen }: Stopping): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    isOpen().then(
      (isStill) => isStill || stopped.resolve(),
      () => stopped.resolve(),
    );
  }, 500);
  lines.on('line', (line) => {
    const word = line.trim();
    const mode = MODES[word];
    if (word === 'q') stopped.resolve();
    else if (word === 'end') void recorder.endLoop().then(() => say('The loop has ended.'));
    else if (mode) void recorder.pointAt(mode).then(() => say(`Click what to ${mode}.`));
    else say(`"${word}" is not one of e, a, r, end and q.`);
  });
  lines.on('close', () => stopped.resolve());
  process.once('SIGINT', () => stopped.resolve());
  await stopped.promise;
  clearInterval(timer);
}

interface Checking {
  readonly browser: Browser;
  readonly directory: string;
  readonly files: readonly string[];
}

/** Secrets for the replay come from ERRAND_SECRET_NAME, and are stored nowhere. */
async function check(
  recording: Recording,
  { browser, directory, files }: Checking,
): Promise<Recording> {
  const names = Object.keys(recording.secure_parameters);
  const given = names.map((name) => [name, process.env[`ERRAND_SECRET_${name.toUpperCase()}`]]);
  const secrets = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  say('Replaying the recording in a clean window...');
  return replayRecording(recording, {
    async openPage() {
      const context = await browser.createBrowserContext();
      return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    },
    secrets,
    inputFiles: files.map((file) => ({ name: basename(file), path: resolve(file) })),
    downloadsDirectory: join(directory, 'downloads'),
    signal: AbortSignal.timeout(600_000),
  });
}

function write(path: string, recording: Recording): number {
  const { automation, inputs, secure_parameters, report } = recording;
  writeFileSync(
    path,
    `${JSON.stringify({ automation, inputs, secure_parameters, report }, undefined, 2)}\n`,
  );
  for (const { node_path: place, kind, outcome = 'recorded', reason } of report.nodes) {
    say(`${outcome.padEnd(11)} ${place}  ${kind}${reason === undefined ? '' : `  ${reason}`}`);
  }
  for (const fault of report.faults) say(`not recorded: ${fault}`);
  process.stdout.write(`${path}\n`);
  return report.nodes.some(({ outcome }) => outcome === 'failed' || outcome === 'not_reached')
    ? 3
    : 0;
}
