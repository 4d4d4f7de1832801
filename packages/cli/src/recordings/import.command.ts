import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ErrandSchemas } from '@errand/client';
import type { ImportedRecording, ReportLine } from '@errand/importers';
import { defineCommand, type Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { LocalError, UsageError } from '../errors/command-errors.ts';
import { askYes } from '../terminal/ask-yes.ts';
import { plainLine } from '../terminal/plain-text.ts';
import { readLocalFile } from '../terminal/read-local-file.ts';
import { assertNew } from './assert-new.ts';
import { BASE_VERSION_OPTION, readBaseVersion } from './base-version-option.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { isSame } from './compare-recordings.ts';
import { toEndpointName } from './endpoint-name.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import { writeRecording, type RecordingFile } from './recording-file.ts';
import {
  type ComparedFile,
  compareFile,
  describeOtherVersion,
  storeRecording,
} from './store-recording.ts';

interface Read {
  readonly path: string;
  readonly kind: string;
  readonly imported: ImportedRecording;
  readonly recording: RecordingFile;
}

export const importRecordings = defineCommand({
  name: 'import',
  words: ['FILE...'],
  summary:
    'Makes recordings from files of the DevTools Recorder, Selenium IDE, Playwright and Automa; exit code 3 if a step is left out.',
  options: {
    out: { value: 'DIR', summary: 'write each recording to a file in this directory' },
    push: { summary: 'store the recordings on the server' },
    replace: { summary: 'with --push: make new versions of recordings that have these names' },
    ...BASE_VERSION_OPTION,
    ...COMMENT_OPTION,
  },
  async run(call): Promise<ExitCode> {
    assertFitting(call);
    const expected = readBaseVersion(call, { min: 0 });
    const read: Read[] = [];
    let isReadable = true;
    for (const path of call.words) {
      const found = await readFile(path, new Set(read.map((one) => one.recording.endpoint_name)));
      if (typeof found === 'string') call.print.note(`${path}: ${found}`);
      else read.push(...found);
      isReadable &&= typeof found !== 'string';
    }
    if (expected !== undefined && read.length > 1) {
      throw new UsageError(
        `--base-version is the version of one recording, and this imports ${read.length}.`,
      );
    }
    const isStored = await keep(call, read, expected);
    for (const one of read) printReport(call, one);
    if (read.length > 0 && !call.has('push') && call.value('out') === undefined) {
      call.print.note('Nothing is kept: specify --out DIR, --push, or both.');
    }
    if (!isReadable) return EXIT.failed;
    const isWhole = read.every(({ imported }) =>
      imported.report.every(({ outcome }) => outcome !== 'skipped'),
    );
    return isWhole && isStored ? EXIT.done : EXIT.badResult;
  },
});

/** Throws UsageError. */
function assertFitting(call: Call): void {
  for (const option of ['base-version', 'comment', 'replace']) {
    if (call.has(option) && !call.has('push')) {
      throw new UsageError(`--${option} has no effect without --push.`);
    }
  }
  if (call.has('base-version') && call.has('replace')) {
    throw new UsageError('Give either --base-version or --replace.');
  }
}

/** Returns the recordings in a file, or why there are none. */
async function readFile(path: string, taken: Set<string>): Promise<Read[] | string> {
  const { importAny } = await import('@errand/importers');
  const imported = importAny(readLocalFile(path).toString(), path);
  if (!imported) {
    return 'It is not a file of the DevTools Recorder, Selenium IDE, Playwright or Automa.';
  }
  const { kind, recordings, problem } = imported;
  if (recordings.length === 0) return problem ?? 'It has no steps.';
  return recordings.map((one) => {
    const name = freeName(one.name === '' ? basename(path).replace(/\..*$/, '') : one.name, taken);
    const description = `Imported from ${basename(path)}${one.name === '' ? '' : `: ${one.name}`}.`;
    // The importers produce only what the server accepts.
    const automation = one.automation as ErrandSchemas['Automation'];
    return {
      path,
      kind,
      imported: one,
      recording: { endpoint_name: name, description, automation },
    };
  });
}

/** Returns an endpoint name that no other recording of this import has. */
function freeName(name: string, taken: Set<string>): string {
  const start = toEndpointName(name) || 'imported';
  let free = start;
  for (let number = 2; taken.has(free); number += 1) free = `${start}-${number}`;
  taken.add(free);
  return free;
}

/**
 * Writes and stores the requested recordings; false if the server finds a fault, or its version is
 * not the `expected` one.
 */
async function keep(
  call: Call,
  read: readonly Read[],
  expected: number | undefined,
): Promise<boolean> {
  const isAgreed = call.has('replace') || expected !== undefined;
  if (call.has('push') && !isAgreed) await assertReplaceable(call, read);
  const directory = call.value('out');
  if (directory !== undefined) await writeAll(call, read, directory);
  if (!call.has('push')) return true;
  let isValid = true;
  for (const { path, recording } of read) {
    const check = await checkAutomation(call, recording.automation);
    for (const line of describeCheck(path, check)) call.print.note(line);
    isValid &&= check.valid;
    if (!check.valid) continue;
    const compared = await compareFile(call, { path, recording });
    if (isOtherVersion(call, compared, expected)) return false;
    const stored = await storeRecording(call, compared, readComment(call));
    const { result, endpoint_name: name, version } = stored;
    call.print.note(`${result}  ${name}  version ${version}`);
  }
  return isValid;
}

/** Says so if a version would be replaced that is not the `expected` one. */
function isOtherVersion(call: Call, compared: ComparedFile, expected: number | undefined): boolean {
  const other = expected === undefined ? undefined : describeOtherVersion(compared, expected);
  if (other !== undefined) call.print.note(`${other} Nothing is stored.`);
  return other !== undefined;
}

/** Throws LocalError if recordings would be replaced, unless the user agrees at the terminal. */
async function assertReplaceable(call: Call, read: readonly Read[]): Promise<void> {
  const taken: string[] = [];
  for (const { recording } of read) {
    const existing = await findRecording(call, recording.endpoint_name);
    if (existing && !isSame(await fileOf(call, existing), recording)) {
      taken.push(`"${recording.endpoint_name}"`);
    }
  }
  if (taken.length === 0) return;
  const names = taken.join(', ');
  if (await askYes(call.terminal, `There are recordings named ${names}. Replace them? [y/N] `))
    return;
  throw new LocalError(
    `There are recordings named ${names} already, so nothing is stored. With --replace they get new versions; with --out DIR you can choose other names.`,
  );
}

/** Writes nothing if one of the files exists. */
async function writeAll(call: Call, read: readonly Read[], directory: string): Promise<void> {
  const files = read.map(({ recording }) => ({
    path: join(directory, `${recording.endpoint_name}.json`),
    recording,
  }));
  for (const { path } of files) assertNew(path, 'Give another directory with --out, or remove it.');
  mkdirSync(directory, { recursive: true });
  for (const { path, recording } of files) {
    await writeRecording(path, recording);
    call.print.note(`${path} is written.`);
  }
}

function printReport(call: Call, { path, kind, imported, recording }: Read): void {
  const { report, warnings } = imported;
  const count = (outcome: ReportLine['outcome']): number =>
    report.filter((line) => line.outcome === outcome).length;
  const { endpoint_name: name } = recording;
  call.print.line({ path, kind, ...recording, report, warnings }, () => {
    const colors = { mapped: 'green', approximated: 'yellow', skipped: 'red' } as const;
    const table = call.print.table(
      [
        { title: 'STEP', text: ({ line, index }) => String(line ?? index + 1) },
        {
          title: 'OUTCOME',
          text: ({ outcome }) => outcome,
          paint: (cell, { outcome }) => call.print.color(colors[outcome], cell),
        },
        { title: 'SOURCE', text: ({ step }) => step, isFlexible: true },
        { title: 'WHY', text: ({ why = '' }) => why, isFlexible: true },
      ],
      report,
    );
    const sum = `${count('mapped')} mapped, ${count('approximated')} approximated, ${count('skipped')} skipped`;
    return `${plainLine(path)} (${kind}) as ${plainLine(name)}: ${sum}\n${table}\n`;
  });
  for (const { message } of warnings) call.print.note(`${name}: warning: ${message}`);
}
