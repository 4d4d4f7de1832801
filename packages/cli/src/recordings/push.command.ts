import { dataOf } from '@errand/client';
import { defineCommand, type Call } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { checkAutomation, describeCheck } from './check-automation.ts';
import { isSame } from './compare-recordings.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import { readRecording, type RecordingFile } from './recording-file.ts';

interface Pushed {
  readonly path: string;
  readonly endpoint_name: string;
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly version: number;
}

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
      const pushed = await store(call, path, recording);
      const { result, endpoint_name: name, version } = pushed;
      call.print.line(pushed, () => `${result}  ${name}  version ${version}`);
    }
    return EXIT.done;
  },
});

/** A recording that is already like that gets no new version. */
async function store(call: Call, path: string, recording: RecordingFile): Promise<Pushed> {
  const { endpoint_name: name } = recording;
  const existing = await findRecording(call, name);
  if (existing && isSame(await fileOf(call, existing), recording)) {
    return { path, endpoint_name: name, result: 'unchanged', version: existing.version };
  }
  const { signal } = call.terminal;
  const { version } = await dataOf(
    call.errand().api.POST('/api/v1/update_example', { body: recording, signal }),
  );
  return { path, endpoint_name: name, result: existing ? 'updated' : 'created', version };
}
