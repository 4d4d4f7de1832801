import { existsSync, mkdirSync } from 'node:fs';
import { defineCommand } from '../command/define-command.ts';
import { choosePaths } from './choose-paths.ts';
import { isSame } from './compare-recordings.ts';
import { fileOf, getRecording, listRecordings } from './find-recordings.ts';
import {
  noteVersion,
  readRecording,
  type RecordingFile,
  writeRecording,
} from './recording-file.ts';

interface Pulled {
  readonly endpoint_name: string;
  readonly version: number;
  readonly path: string;
  readonly is_changed: boolean;
}

export const pull = defineCommand({
  name: 'recordings pull',
  words: ['[NAME...]'],
  summary: 'Writes recordings, or all of them, to files: one for each, to keep in git.',
  options: {
    dir: { value: 'DIRECTORY', summary: 'where the files are, the current directory unless given' },
    yaml: { summary: 'write new files as YAML instead of JSON' },
  },
  async run(call) {
    const directory = call.value('dir') ?? '.';
    const found =
      call.words.length === 0
        ? await listRecordings(call)
        : await Promise.all(call.words.map((name) => getRecording(call, name)));
    const names = found.map((one) => one.endpoint_name);
    const paths = await choosePaths(names, {
      directory,
      extension: call.has('yaml') ? 'yaml' : 'json',
    });
    mkdirSync(directory, { recursive: true });
    const files: Pulled[] = [];
    for (const [index, recording] of found.entries()) {
      const path = paths[index] ?? '';
      const isChanged = await update(path, await fileOf(call, recording));
      const { endpoint_name: name, version } = recording;
      files.push({ endpoint_name: name, version, path, is_changed: isChanged });
    }
    call.print.result({ recordings: files }, () =>
      files
        .map(
          ({ path, is_changed: isChanged }) => `${isChanged ? 'written  ' : 'unchanged'}  ${path}`,
        )
        .join('\n'),
    );
  },
});

/** A file with the same content keeps its layout and comments; only its version is updated. */
async function update(path: string, recording: RecordingFile): Promise<boolean> {
  if (!existsSync(path) || !isSame(await readRecording(path), recording)) {
    await writeRecording(path, recording);
    return true;
  }
  if (recording.version !== undefined) await noteVersion(path, recording.version);
  return false;
}
