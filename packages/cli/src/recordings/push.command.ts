import { type Call, defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { COMMENT_OPTION, readComment } from './comment-option.ts';
import { getRecording } from './find-recordings.ts';
import { readRecording } from './recording-file.ts';
import { readRolloutTerms, ROLLOUT_OPTIONS } from './rollout-options.ts';
import { type FileToStore, storeRecording } from './store-recording.ts';

/** The longest is `unchanged`. */
const RESULT_WIDTH = 9;

export const push = defineCommand({
  name: 'recordings push',
  words: ['FILE...'],
  summary: 'Stores files as new versions of their recordings, once all of them are free of faults.',
  options: {
    'dry-run': { summary: 'check the files, and store nothing' },
    ...COMMENT_OPTION,
    ...ROLLOUT_OPTIONS,
  },
  async run(call): Promise<ExitCode> {
    const how = { ...readComment(call), rollout: readRolloutTerms(call) };
    const files: FileToStore[] = [];
    for (const path of call.words) files.push({ path, recording: await readRecording(path) });
    let isValid = true;
    for (const { path, recording } of files) {
      const check = await checkAutomation(call, recording.automation);
      for (const line of describeCheck(path, check)) call.print.note(line);
      isValid &&= check.valid;
    }
    if (!isValid) {
      call.print.note('Nothing is stored.');
      return EXIT.badResult;
    }
    if (how.rollout) await assertStored(call, files);
    if (call.has('dry-run')) return EXIT.done;
    for (const file of files) {
      const pushed = await storeRecording(call, file, how);
      const { result, endpoint_name: name, version } = pushed;
      const scope = result === 'started' ? ', for a part of the tasks' : '';
      call.print.line(
        pushed,
        () => `${result.padEnd(RESULT_WIDTH)}  ${name}  version ${version}${scope}`,
      );
    }
    return EXIT.done;
  },
});

/** A roll-out compares with the current version, so there must be one. Throws NotFoundError. */
async function assertStored(call: Call, files: readonly FileToStore[]): Promise<void> {
  for (const { recording } of files) await getRecording(call, recording.endpoint_name);
}
