import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import type { ErrandSchemas } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, exitCodeOfStop, type ExitCode } from '../command/exit-codes.ts';
import { LocalError, UsageError } from '../errors/command-errors.ts';
import type { DeskRecording } from '../terminal/desk-recorder.ts';
import type { Environment } from '../terminal/environment.ts';
import { assertNew } from './assert-new.ts';
import { toEndpointName } from './endpoint-name.ts';
import { writeRecording, writeReport } from './recording-file.ts';

const USUAL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const record = defineCommand({
  name: 'record',
  words: ['URL'],
  summary:
    'Records what you do in a browser on this desktop, and replays it; exit code 3 if a step does not replay.',
  options: {
    out: {
      value: 'FILE',
      summary: 'write the recording to this new file (default recording.json)',
    },
    file: { value: 'PATH', isList: true, summary: 'give this file to every file chooser' },
    'no-replay': { summary: 'do not replay the recording' },
  },
  async run(call): Promise<ExitCode> {
    const { terminal } = call;
    const wanted = {
      url: readUrl(call.words[0] ?? ''),
      files: call.list('file').map(readable),
      isReplayed: !call.has('no-replay'),
    };
    const files = chooseFiles(call.value('out') ?? 'recording.json');
    if (!terminal.record) {
      throw new UsageError('The recorder is part of an installation: bin/errand record.');
    }
    checkDesk(terminal.env);
    let recorded: DeskRecording | undefined;
    await terminal.record(
      { ...wanted, browser: findBrowser(terminal.env) },
      {
        ...terminal,
        note: call.print.note,
        async onRecorded(recording) {
          recorded = recording;
          await write(files, recording);
        },
      },
    );
    if (!recorded) return exitCodeOfStop(terminal.signal);
    printRecording(call, files, recorded);
    return exitCodeOf(recorded, call, wanted);
  },
});

interface Files {
  readonly recording: string;
  readonly report: string;
}

function readUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(
    `URL is "${text}": specify the full URL, such as https://portal.example/login.`,
  );
}

function readable(path: string): string {
  accessSync(path, constants.R_OK);
  return resolve(path);
}

/** Checks in advance for anything that would lose the recording later. */
function chooseFiles(recording: string): Files {
  const extension = extname(recording);
  const report = `${recording.slice(0, recording.length - extension.length)}.report.json`;
  for (const path of [recording, report]) {
    assertNew(path, 'Give another file with --out, or remove it.');
  }
  accessSync(dirname(resolve(recording)), constants.W_OK);
  return { recording, report };
}

function checkDesk(env: Environment): void {
  const isUnix = process.platform !== 'darwin' && process.platform !== 'win32';
  if (!isUnix || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return;
  throw new LocalError(
    'There is no screen: DISPLAY and WAYLAND_DISPLAY are not set. Run this in a terminal on a desktop, or record in a debug session.',
  );
}

function findBrowser(env: Environment): string {
  const own = env['CHROMIUM_PATH'];
  const paths = own ? [own] : USUAL_BROWSERS;
  const path = paths.find(existsSync);
  if (path !== undefined) return path;
  throw new LocalError(
    `There is no browser at ${paths.join(', ')}. Install Chromium, or set CHROMIUM_PATH to its program.`,
  );
}

/** Writes the recording for `recordings push`, and the recorder's report alongside. */
async function write(files: Files, { automation, ...report }: DeskRecording): Promise<void> {
  const name = basename(files.recording, extname(files.recording));
  await writeRecording(files.recording, {
    endpoint_name: toEndpointName(name) || 'recording',
    // The recorder produces only what the server accepts.
    automation: automation as ErrandSchemas['Automation'],
  });
  writeReport(files.report, report);
}

function printRecording(
  { print }: Call,
  { recording: path, report: reportPath }: Files,
  { inputs, secure_parameters: secrets, report }: DeskRecording,
): void {
  const { nodes, faults } = report;
  const colors = { passed: 'green', failed: 'red', not_reached: 'yellow' } as const;
  print.result(
    { path, report_path: reportPath, inputs, secure_parameters: secrets, nodes, faults },
    () =>
      print.table(
        [
          { title: 'NODE', text: ({ node_path: place }) => place },
          { title: 'KIND', text: ({ kind }) => kind },
          {
            title: 'REPLAY',
            text: ({ outcome = '' }) => outcome,
            paint: (cell, { outcome }) => (outcome ? print.color(colors[outcome], cell) : cell),
          },
          { title: 'REASON', text: ({ reason = '' }) => reason, isFlexible: true },
        ],
        nodes,
      ),
  );
  for (const fault of faults) print.note(`Not recorded: ${fault}`);
  if (nodes.some(({ kind, outcome }) => kind === 'upload' && outcome === 'failed')) {
    print.note('The replay has only the files that you give with --file.');
  }
  print.note(`${path} has the recording; ${reportPath} its inputs and every locator.`);
  print.note(`Store it with: errand recordings push ${path}`);
}

/** A node without an outcome was not replayed: the command ended before it. */
function exitCodeOf(
  { report: { nodes } }: DeskRecording,
  { terminal }: Call,
  { isReplayed }: { readonly isReplayed: boolean },
): ExitCode {
  const isCut = isReplayed && nodes.some(({ outcome }) => outcome === undefined);
  if (terminal.signal.aborted || isCut) return exitCodeOfStop(terminal.signal);
  return nodes.some(({ outcome = 'passed' }) => outcome !== 'passed') ? EXIT.badResult : EXIT.done;
}
