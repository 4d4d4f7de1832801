import { createHash } from 'node:crypto';
import { InputFileRefusedError } from './input-file-errors.ts';
import type { InputFileContent } from './input-file.ts';

/**
 * Limit on the total decoded size of a task's files. The OpenAPI file documents it, along with the
 * maximum number of files.
 */
const MAX_INPUT_BYTES = 10 * 1024 ** 2;
/** Longest name that file systems accept. */
const MAX_NAME_BYTES = 255;
const SHOWN_CHARACTERS = 100;

interface GivenFile {
  readonly name: string;
  readonly content_base64: string;
}

/** Reads the files of a submission that has passed the schema. Throws InputFileRefusedError. */
export function readInputFiles(given: readonly GivenFile[]): readonly InputFileContent[] {
  const places = new Map<string, number>();
  let bytes = 0;
  return given.map(({ name, content_base64: text }, index) => {
    const place = `input_files.${index}`;
    const problem = whyNoName(name) ?? whyTaken(name, index, places);
    if (problem !== undefined) {
      throw new InputFileRefusedError(`${place}.name`, `is ${show(name)}, which ${problem}`);
    }
    const content = Buffer.from(text, 'base64');
    const fault = whyNoBase64(text, content);
    if (fault !== undefined) {
      throw new InputFileRefusedError(`${place}.content_base64`, `of ${show(name)} ${fault}`);
    }
    bytes += content.length;
    if (bytes > MAX_INPUT_BYTES) throw tooLarge(place, name, bytes);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { name, size: content.length, sha256, content };
  });
}

function whyNoName(name: string): string | undefined {
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_NAME_BYTES) {
    return `has ${bytes} bytes in UTF-8: specify a name of at most ${MAX_NAME_BYTES} bytes`;
  }
  if (name === '.' || name === '..') return 'names a directory: specify the name of a file';
  if (/[/\\]/.test(name))
    return 'contains a slash or backslash: specify the name without its directory';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) {
    return 'contains a control character or a line break: remove it';
  }
  return name.trim() === name ? undefined : 'begins or ends with white space: remove it';
}

/** Steps refer to files by name, and a composed `é` looks the same as one of two code points. */
function whyTaken(name: string, index: number, places: Map<string, number>): string | undefined {
  const folded = name.normalize('NFC').toLowerCase();
  const other = places.get(folded);
  places.set(folded, index);
  if (other === undefined) return undefined;
  return `is also the name of input_files.${other}, ignoring case and Unicode form: give each file a different name`;
}

/**
 * Node also decodes sloppy base64. Encoding the result again gives the same text only if the text
 * was strict base64.
 */
function whyNoBase64(text: string, content: Buffer): string | undefined {
  if (content.toString('base64') === text) return undefined;
  const stranger = /[^A-Za-z0-9+/=]/u.exec(text);
  if (stranger) {
    return `contains ${JSON.stringify(stranger[0])} at position ${stranger.index}: specify base64 (RFC 4648, section 4: A-Z, a-z, 0-9, + and /), without line breaks`;
  }
  if (text.length % 4 !== 0) {
    return `has ${text.length} characters: specify base64, whose length is a multiple of 4, with = at its end where needed`;
  }
  return 'is padded with = in the wrong place, or has bits after its last byte: encode the file again';
}

function tooLarge(place: string, name: string, bytes: number): InputFileRefusedError {
  const problem = `of ${show(name)} brings the input files to ${bytes} bytes: specify at most ${MAX_INPUT_BYTES} bytes (10 MiB) in all, or have the step fetch the file by file_url`;
  return new InputFileRefusedError(`${place}.content_base64`, problem);
}

function show(name: string): string {
  // Never splits a surrogate pair.
  const shown = Array.from(name.slice(0, 2 * SHOWN_CHARACTERS))
    .slice(0, SHOWN_CHARACTERS)
    .join('');
  return JSON.stringify(shown.length < name.length ? `${shown}...` : name);
}
