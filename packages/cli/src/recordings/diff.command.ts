import { defineCommand } from '../command/define-command.ts';
import { EXIT, type ExitCode } from '../command/exit-codes.ts';
import { plainText } from '../terminal/plain-text.ts';
import { diffOf } from './compare-recordings.ts';
import { fileOf, findRecording } from './find-recordings.ts';
import { listFiles } from './list-files.ts';
import { readRecording } from './recording-file.ts';

export const diff = defineCommand({
  name: 'recordings diff',
  words: ['FILE...'],
  summary:
    'Shows what recordings push would change, for files or folders; exit code 3 if anything differs.',
  async run(call): Promise<ExitCode> {
    let isDifferent = false;
    for (const path of listFiles(call.words)) {
      const local = await readRecording(path);
      const existing = await findRecording(call, local.endpoint_name);
      const server = existing && (await fileOf(call, existing));
      const patch = await diffOf(path, { server, local });
      isDifferent ||= patch !== '';
      const { endpoint_name: name } = local;
      const facts = { path, endpoint_name: name, version: existing?.version ?? null, diff: patch };
      if (call.print.isJson || patch !== '') call.print.line(facts, () => plainText(patch));
    }
    return isDifferent ? EXIT.badResult : EXIT.done;
  },
});
