import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { replayRecording, type ReplayOptions } from '../replay-recording.ts';
import { type Recorder, startRecorder } from '../start-recorder.ts';
import type { Recording } from '../write-recording.ts';
import type { Person } from './open-person.ts';

/** What a person does on a page. */
export interface PersonCase {
  readonly name: string;
  readonly url: string;
  readonly act: (person: Person, page: Page, recorder: Recorder) => Promise<void>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inputFiles?: ReplayOptions['inputFiles'];
}

interface Scene {
  readonly browser: Pick<TestBrowser, 'openPage'>;
  readonly person: Person;
}

/** Lets a person act, and records it. */
export async function recordOnly(
  { url, act, inputFiles }: PersonCase,
  { browser, person }: Scene,
): Promise<Recording> {
  await using opened = await browser.openPage();
  const { page } = opened;
  const files = inputFiles?.map(({ path }) => path);
  await using recorder = await startRecorder({ page, url, files, rejectsCookies: true });
  await page.bringToFront();
  await act(person, page, recorder);
  return await recorder.read();
}

/** Lets a person act, records it, and replays it in a clean browser context. */
export async function recordCase(one: PersonCase, scene: Scene): Promise<Recording> {
  const recording = await recordOnly(one, scene);
  const downloadsDirectory = await mkdtemp(join(tmpdir(), 'recorded-'));
  try {
    return await replayRecording(recording, {
      openPage: () => scene.browser.openPage(),
      secrets: one.secrets,
      inputFiles: one.inputFiles,
      downloadsDirectory,
      signal: AbortSignal.timeout(120_000),
    });
  } finally {
    await rm(downloadsDirectory, { recursive: true, force: true });
  }
}
