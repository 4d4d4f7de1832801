import { isDeepStrictEqual } from 'node:util';
import { formatRecording, type RecordingFile } from './recording-file.ts';

/** Returns whether both have the same content, regardless of the order of their members. */
export function isSame(one: RecordingFile, other: RecordingFile): boolean {
  return isDeepStrictEqual(normalize(one), normalize(other));
}

/** The part of the server's recording that the file covers: a file may have no description. */
export function asFarAsIn(local: RecordingFile, server: RecordingFile): RecordingFile {
  if (local.description !== undefined) return server;
  const { description: _description, ...others } = server;
  return others;
}

/** Returns a unified diff from the server's recording to the file, or an empty string. */
export async function diffOf(
  path: string,
  { server, local }: { readonly server: RecordingFile | undefined; readonly local: RecordingFile },
): Promise<string> {
  const compared = server && asFarAsIn(local, server);
  if (compared && isSame(compared, local)) return '';
  const { createTwoFilesPatch } = await import('diff');
  const before = compared ? await formatRecording(path, inOrderOf(local, normalize(compared))) : '';
  const after = await formatRecording(path, normalize(local));
  const patch = createTwoFilesPatch(`server: ${local.endpoint_name}`, path, before, after, '', '');
  return patch.replace(/^=+\n/, '').trimEnd();
}

/** A description is optional; null means that there is none. The version is not content. */
const normalize = ({ version: _version, ...recording }: RecordingFile): RecordingFile =>
  JSON.parse(JSON.stringify(recording)) as RecordingFile;

/** Orders the members like those of `model`, so that a diff shows only real changes. */
function inOrderOf(model: unknown, value: unknown): object {
  return reorder(model, value) as object;
}

function reorder(model: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const models = Array.isArray(model) ? model : [];
    return value.map((entry, index) => reorder(models[index], entry));
  }
  if (!isObject(value)) return value;
  const given = isObject(model) ? model : {};
  const known = Object.keys(given).filter((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => !known.includes(key));
  return Object.fromEntries(
    [...known, ...others].map((key) => [key, reorder(given[key], value[key])]),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
