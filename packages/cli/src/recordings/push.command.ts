import { defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { readRecording, type RecordingFile } from './recording-file.ts';
import { storeRecording } from './store-recording.ts';

/** The longest is `unchanged`. */
const RESULT_WIDTH = 9;

export const push = defineCommand({
  name: 'recordings push',
  words: ['FILE...'],
  summary: 'Stores files as new versions of their recordings, once all of them are free of faults.',
  options: { 'dry-run': { summary: 'check the files, and store nothing' } },
  async run(call): Promise<ExitCode> {
    const files: { readonly path: string; readonly recording: RecordingFile }[] = [];
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
    if (call.has('dry-run')) return EXIT.done;
    for (const { path, recording } of files) {
      const pushed = await storeRecording(call, path, recording);
      const { result, endpoint_name: name, version } = pushed;
      call.print.line(pushed, () => `${result.padEnd(RESULT_WIDTH)}  ${name}  version ${version}`);
    }
    return EXIT.done;
  },
});
