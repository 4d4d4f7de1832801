import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { UsageError } from '../errors/command-errors.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { BASE_VERSION_OPTION, readBaseVersion } from './base-version-option.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { getRecording } from './find-recordings.ts';
import { noteVersion, readRecording } from './recording-file.ts';
import { readRolloutTerms, ROLLOUT_OPTIONS } from './rollout-options.ts';
import {
  compareFile,
  type ComparedFile,
  describeConflict,
  type FileToStore,
  storeRecording,
} from './store-recording.ts';

/** The longest result is `unchanged`. */
const RESULT_WIDTH = 9;

export const push = defineCommand({
  name: 'recordings push',
  words: ['FILE...'],
  summary:
    'Stores files as new versions of their recordings, once all of them are free of faults and based on the current versions.',
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
    const files: FileToStore[] = [];
    const expected = readExpected(call);
    for (const path of call.words) files.push({ path, recording: await readRecording(path) });
    const compared = await compareAll(call, files, expected);
    if (!compared) {
      call.print.note('Nothing is stored.');
      return EXIT.badResult;
    }
    if (rollout) await assertStored(call, files);
    if (call.has('dry-run')) return EXIT.done;
    for (const file of compared) {
      const pushed = await storeRecording(call, file, how);
      const { result, endpoint_name: name, version } = pushed;
      const scope = result === 'started' ? ', for some of the tasks' : '';
      call.print.line(
        pushed,
        () => `${result.padEnd(RESULT_WIDTH)}  ${name}  version ${version}${scope}`,
      );
      await tryNoteVersion(call, file.path, version);
    }
    return EXIT.done;
  },
});

/** Returns the version that must be current, 0 for none. Throws UsageError. */
function readExpected(call: Call): number | undefined {
  const expected = readBaseVersion(call, { min: 0 });
  if (expected === undefined) return undefined;
  if (call.has('force')) throw new UsageError('Give either --base-version or --force.');
  if (call.words.length > 1) {
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

/** Returns undefined if a file has faults, or is not based on the current version. */
async function compareAll(
  call: Call,
  files: readonly FileToStore[],
  expected: number | undefined,
): Promise<readonly ComparedFile[] | undefined> {
  const compared: ComparedFile[] = [];
  let isFine = true;
  for (const file of files) {
    const check = await checkAutomation(call, file.recording.automation);
    for (const line of describeCheck(file.path, check)) call.print.note(line);
    const found = await compareFile(call, file);
    const conflict = call.has('force') ? undefined : describeConflict(found, expected);
    if (conflict !== undefined) call.print.note(conflict);
    isFine &&= check.valid && conflict === undefined;
    compared.push(found);
  }
  return isFine ? compared : undefined;
}

/** A roll-out compares with the current version, so one must exist. Throws NotFoundError. */
async function assertStored(call: Call, files: readonly FileToStore[]): Promise<void> {
  for (const { recording } of files) await getRecording(call, recording.endpoint_name);
}
