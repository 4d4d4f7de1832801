import { type ErrandSchemas, ErrandError } from '@errand/client';
import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { UsageError } from '../errors/command-errors.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { BASE_VERSION_OPTION, readBaseVersion } from './base-version-option.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { getRecording } from './find-recordings.ts';
import { listFiles } from './list-files.ts';
import { noteVersion, readRecording } from './recording-file.ts';
import { readRolloutTerms, ROLLOUT_OPTIONS, type RolloutTerms } from './rollout-options.ts';
import {
  compareFile,
  type ComparedFile,
  describeConflict,
  type FileToStore,
  foreseeResult,
  type HowToStore,
  storeRecording,
} from './store-recording.ts';

/** The longest result is `unchanged`. */
const RESULT_WIDTH = 9;

export const push = defineCommand({
  name: 'recordings push',
  words: ['FILE...'],
  summary:
    'Stores files as new versions of their recordings, once all of them are free of faults and based on the current versions. A folder stands for the recordings in it.',
  options: {
    'dry-run': { summary: 'check the files, and store nothing' },
    force: {
      summary: 'replace versions that somebody else has stored since the files were pulled',
    },
    ...BASE_VERSION_OPTION,
    ...COMMENT_OPTION,
    ...ROLLOUT_OPTIONS,
  },
  async run(call): Promise<ExitCode> {
    const rollout = readRolloutTerms(call);
    const how = { ...readComment(call), rollout, replacesAny: call.has('force') };
    const paths = listFiles(call.words);
    const files: FileToStore[] = [];
    const expected = readExpected(call, paths);
    for (const path of paths) files.push({ path, recording: await readRecording(path) });
    const checked: CheckedFile[] = [];
    for (const file of files) checked.push(await checkFile(call, file, expected));
    if (checked.some(({ refusal }) => refusal)) {
      if (call.print.isJson) for (const file of checked) printUnstored(call, file);
      call.print.note('Nothing is stored.');
      return EXIT.badResult;
    }
    if (rollout) await assertStored(call, files);
    if (call.has('dry-run')) {
      for (const { file } of checked) printForeseen(call, file, rollout);
      return EXIT.done;
    }
    let areStored = true;
    for (const { file } of checked) {
      areStored = (await store(call, file, { how, expected })) && areStored;
    }
    return areStored ? EXIT.done : EXIT.badResult;
  },
});

interface CheckedFile {
  readonly file: ComparedFile;
  readonly refusal: Refusal | undefined;
}

/** Why a file is not stored. */
interface Refusal {
  /** The code with which the API refuses this. */
  readonly code: 'recording-changed' | 'invalid-request';
  /** Names the way out, too. */
  readonly message: string;
  readonly errors?: ErrandSchemas['AutomationCheck']['errors'];
}

/** Returns the version that must be current, 0 for none. Throws UsageError. */
function readExpected(call: Call, paths: readonly string[]): number | undefined {
  const expected = readBaseVersion(call, { min: 0 });
  if (expected === undefined) return undefined;
  if (call.has('force')) throw new UsageError('Give either --base-version or --force.');
  if (paths.length > 1) {
    throw new UsageError('--base-version is the version of one recording: give one FILE.');
  }
  return expected;
}

/** A file that cannot be written, as in a read-only checkout, must not keep the others from being stored. */
async function tryNoteVersion(call: Call, path: string, version: number): Promise<void> {
  try {
    await noteVersion(path, version);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    call.print.note(
      `${path} does not say that it is now based on version ${version}: ${error.message}. Pull it where it can be written.`,
    );
  }
}

/** Notes faults, warnings, and a current version that the file is not based on. */
async function checkFile(
  call: Call,
  file: FileToStore,
  expected: number | undefined,
): Promise<CheckedFile> {
  const check = await checkAutomation(call, file.recording.automation);
  const lines = describeCheck(file.path, check);
  for (const line of lines) call.print.note(line);
  const found = await compareFile(call, file);
  const conflict = call.has('force') ? undefined : describeConflict(found, expected);
  if (conflict !== undefined) call.print.note(conflict);
  return { file: found, refusal: refusalOf(conflict, check) };
}

function refusalOf(
  conflict: string | undefined,
  { valid, errors }: ErrandSchemas['AutomationCheck'],
): Refusal | undefined {
  const faults = valid ? {} : { errors };
  if (conflict !== undefined) return { code: 'recording-changed', message: conflict, ...faults };
  if (valid) return undefined;
  return { code: 'invalid-request', message: 'Correct the faults of the automation.', ...faults };
}

/** Prints the version that stays the current one. */
function printUnstored(call: Call, { file, refusal }: CheckedFile): void {
  const { path, recording, existing } = file;
  const result = refusal ? 'refused' : 'left_out';
  const version = existing?.version ?? null;
  const line = { path, endpoint_name: recording.endpoint_name, result, version, ...refusal };
  call.print.line(line, () => '');
}

/** Prints what a push would do; the version is the one that stays current. */
function printForeseen(call: Call, file: ComparedFile, rollout?: RolloutTerms): void {
  const { path, recording, existing } = file;
  const name = recording.endpoint_name;
  const result = foreseeResult(file, rollout);
  const version = existing?.version ?? null;
  call.print.line(
    { path, endpoint_name: name, result, version, dry_run: true },
    () => `would be ${result.padEnd(RESULT_WIDTH)}  ${name}`,
  );
}

/** Returns whether the file is stored: not if another version became current since it was compared. */
async function store(
  call: Call,
  file: ComparedFile,
  { how, expected }: { readonly how: HowToStore; readonly expected: number | undefined },
): Promise<boolean> {
  try {
    const pushed = await storeRecording(call, file, how);
    const { result, endpoint_name: name, version } = pushed;
    const scope = result === 'started' ? ', for some of the tasks' : '';
    call.print.line(
      pushed,
      () => `${result.padEnd(RESULT_WIDTH)}  ${name}  version ${version}${scope}`,
    );
    await tryNoteVersion(call, file.path, version);
    return true;
  } catch (error) {
    if (!(error instanceof ErrandError && error.code === 'recording-changed')) throw error;
    const found = await compareFile(call, file);
    const message =
      describeConflict(found, expected) ??
      `${file.path}: another version became current in the meantime. Push the file again.`;
    call.print.note(message);
    const refusal = { code: error.code, message } as const;
    if (call.print.isJson) printUnstored(call, { file: found, refusal });
    return false;
  }
}

/** A roll-out compares with the current version, so one must exist. Throws NotFoundError. */
async function assertStored(call: Call, files: readonly FileToStore[]): Promise<void> {
  for (const { recording } of files) await getRecording(call, recording.endpoint_name);
}
