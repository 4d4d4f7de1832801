// Records what a person does in a browser on this machine, for `errand record URL`.
import {
  replayRecording,
  startRecorder,
  type PointMode,
  type Recorder,
  type Recording,
} from '@errand/automation-engine';
import { openDeadline } from '@errand/foundation';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer';
import { LocalError } from '../../packages/cli/src/errors/command-errors.ts';
import type { DeskRecorder } from '../../packages/cli/src/terminal/desk-recorder.ts';

const KEYS = `While it records, type a letter and Enter here:
  e  extract what you click next        a  assert what you click next
  r  repeat for each row like the one you click next, until you type "end"
  q  stop (closing the browser and Ctrl-C do that, too)`;
const MODES: Readonly<Record<string, PointMode>> = { a: 'assert', e: 'extract', r: 'each' };
const REPLAY_DEADLINE_MS = 600_000;

type Wanted = Parameters<DeskRecorder>[0];
type Desk = Parameters<DeskRecorder>[1];

export const record: DeskRecorder = async (wanted, desk) => {
  const stop = stopSignal(desk.signal);
  const directory = mkdtempSync(join(tmpdir(), 'errand-record-'));
  try {
    const recorded = await recordIn(directory, wanted, { ...desk, signal: stop });
    await desk.onRecorded(handedOver(recorded));
    if (!wanted.isReplayed || stop.aborted) return;
    desk.note('Replaying the recording in a clean window...');
    const replayed = await replay(directory, recorded, { ...desk, ...wanted, signal: stop });
    if (replayed) await desk.onRecorded(handedOver(replayed));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Fires on Ctrl-C, or when the terminal closes. */
function stopSignal(interrupted: AbortSignal): AbortSignal {
  const ended = new AbortController();
  for (const name of ['SIGHUP', 'SIGTERM'] as const) process.once(name, () => ended.abort());
  return AbortSignal.any([interrupted, ended.signal]);
}

function handedOver({ automation, inputs, secure_parameters, report }: Recording) {
  return { automation, inputs, secure_parameters, report };
}

interface OpenBrowser extends AsyncDisposable {
  readonly browser: Browser;
}

/** A browser with its own profile, which ends with this process at the latest. */
async function openBrowser(directory: string, path: string): Promise<OpenBrowser> {
  const isRoot = process.getuid?.() === 0;
  const browser = await puppeteer
    .launch({
      executablePath: path,
      headless: false,
      defaultViewport: null,
      userDataDir: mkdtempSync(join(directory, 'profile-')),
      ignoreDefaultArgs: ['--enable-automation'],
      // A Ctrl-C ends the recording first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: ['--no-first-run', '--start-maximized', ...(isRoot ? ['--no-sandbox'] : [])],
    })
    .catch((error: unknown) => {
      const reason = Error.isError(error) ? error.message : String(error);
      const { DISPLAY: display = '' } = process.env;
      throw new LocalError(`"${path}" opened no window (DISPLAY is "${display}"): ${reason}`, {
        cause: error,
      });
    });
  const kill = () => void browser.process()?.kill('SIGKILL');
  process.once('exit', kill);
  return {
    browser,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      await browser.close();
    },
  };
}

async function recordIn(
  directory: string,
  { browser: path, url, files }: Wanted,
  { note, signal }: Desk,
): Promise<Recording> {
  await using opened = await openBrowser(directory, path);
  const { browser } = opened;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  for (const first of await browser.defaultBrowserContext().pages()) await first.close();
  const starting = startRecorder({
    page,
    url,
    files: files.length > 0 ? files : undefined,
    rejectsCookies: true,
    onStep: ({ count }) => note(count === 1 ? '1 step' : `${count} steps`),
  });
  await using recorder = await starting.catch((error: unknown) => {
    const reason = Error.isError(error) ? error.message : String(error);
    throw new LocalError(`"${url}" did not open: ${reason}`, { cause: error });
  });
  note(KEYS);
  await untilStopped(recorder, { context, note, signal });
  return await recorder.read();
}

interface Stopping extends Pick<Desk, 'note' | 'signal'> {
  readonly context: BrowserContext;
}

/** Resolves when the person types q, presses Ctrl-C or Ctrl-D, or closes the last tab. */
async function untilStopped(
  recorder: Recorder,
  { context, note, signal }: Stopping,
): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const stop = () => stopped.resolve();
  const onDestroyed = () =>
    void context.pages().then((pages) => pages.length === 0 && stop(), stop);
  context.on('targetdestroyed', onDestroyed);
  context.browser().once('disconnected', stop);
  signal.addEventListener('abort', stop, { once: true });
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const word = line.trim();
    const mode = MODES[word];
    if (word === 'q') stop();
    else if (word === 'end') void recorder.endLoop().then(() => note('The loop has ended.'));
    else if (mode) void recorder.pointAt(mode).then(() => note(`Click what to ${mode}.`));
    else note(`"${word}" is not one of e, a, r, end and q.`);
  });
  // Without a terminal there may be no input at all.
  if (process.stdin.isTTY) lines.on('close', stop);
  if (signal.aborted) stop();
  await stopped.promise;
  context.off('targetdestroyed', onDestroyed);
  lines.close();
}

/** Secrets come from ERRAND_SECRET_NAME and are not stored. Undefined if interrupted. */
async function replay(
  directory: string,
  recording: Recording,
  { browser: path, env, files, signal }: Wanted & Pick<Desk, 'env' | 'signal'>,
): Promise<Recording | undefined> {
  await using opened = await openBrowser(directory, path);
  using deadline = openDeadline(signal, REPLAY_DEADLINE_MS);
  const names = Object.keys(recording.secure_parameters);
  const secrets = Object.fromEntries(
    names.flatMap((name) => {
      const value = env[`ERRAND_SECRET_${name.toUpperCase()}`];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const replaying = replayRecording(recording, {
    async openPage() {
      const context = await opened.browser.createBrowserContext();
      return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    },
    secrets,
    inputFiles: files.map((file) => ({ name: basename(file), path: file })),
    downloadsDirectory: join(directory, 'downloads'),
    signal: deadline.signal,
  });
  const [replayed] = await Promise.allSettled([replaying]);
  if (replayed.status === 'fulfilled') return replayed.value;
  if (signal.aborted) return undefined;
  throw replayed.reason;
}
