import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ErrandSchemas } from '@errand/client';
import { LocalError } from '../errors/command-errors.ts';
import { readLocalFile } from '../terminal/read-local-file.ts';

type Automation = ErrandSchemas['Automation'];

/** The part of a recording that a file in git contains; its receivers stay on the server. */
export interface RecordingFile {
  readonly endpoint_name: string;
  /** The file's base version, not part of its content. Without it, nothing is checked. */
  readonly version?: number;
  readonly description?: string;
  readonly automation: Automation;
}

/** Throws LocalError unless the file is JSON or YAML and holds an object. */
export async function readObject(path: string): Promise<Record<string, unknown>> {
  const text = readLocalFile(path).toString();
  const value = await parseText(path, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new LocalError(`"${path}" does not hold an object.`);
}

/** Returns whether a recording has an endpoint name, by which tasks refer to it. */
export function hasEndpointName<Value extends object>(
  value: Value,
): value is Value & Pick<RecordingFile, 'endpoint_name'> {
  return (
    'endpoint_name' in value &&
    typeof value.endpoint_name === 'string' &&
    value.endpoint_name !== ''
  );
}

/** Throws LocalError for a file without a recording. */
export async function readRecording(path: string): Promise<RecordingFile> {
  const object = await readObject(path);
  const { endpoint_name: _name, version, description, automation, ...others } = object;
  const wrong = (what: string): LocalError =>
    new LocalError(
      `"${path}" ${what}. A recording has endpoint_name, automation and, if you like, version and description.`,
    );
  if (!hasEndpointName(object)) throw wrong('has no endpoint_name');
  if (typeof automation !== 'object' || automation === null) throw wrong('has no automation');
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw wrong('has a description that is not text');
  }
  if (version !== undefined && version !== null && !isVersion(version)) {
    throw wrong('has a version that is not a whole number from 1');
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`has the unknown member "${unknown}"`);
  return {
    endpoint_name: object.endpoint_name,
    ...(isVersion(version) && { version }),
    ...(typeof description === 'string' && { description }),
    // The server checks the automation and names every mistake.
    automation: automation as Automation,
  };
}

const isVersion = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

export async function writeRecording(path: string, recording: RecordingFile): Promise<void> {
  writeFileSync(path, await formatRecording(path, recording));
}

/** Writes the version that a recording is based on into its file, which otherwise stays as it is. */
export async function noteVersion(path: string, version: number): Promise<void> {
  const before = await readObject(path);
  if (before['version'] === version) return;
  const text = readLocalFile(path).toString();
  const edited = setVersion(text, { version, isNew: !('version' in before), isYaml: isYaml(path) });
  const { endpoint_name: name, ...others } = before;
  const wanted = { endpoint_name: name, ...others, version };
  const isRight = isDeepStrictEqual(await parseText(path, edited), wanted);
  writeFileSync(path, isRight ? edited : await formatRecording(path, wanted));
}

/** Edits the text, which works for all usual layouts; the caller parses the result to be sure. */
function setVersion(
  text: string,
  { version, isNew, isYaml: yaml }: { version: number; isNew: boolean; isYaml: boolean },
): string {
  if (!isNew) {
    return text.replace(yaml ? /^(version:\s*)\d+/m : /("version"\s*:\s*)\d+/, `$1${version}`);
  }
  return yaml
    ? text.replace(/^endpoint_name:.*$/m, `$&\nversion: ${version}`)
    : text.replace(/(\s*)"endpoint_name"\s*:\s*"(?:[^"\\]|\\.)*"/, `$&,$1"version": ${version}`);
}

/** Writes JSON, regardless of the file's name. */
export function writeReport(path: string, report: object): void {
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

/** Formats a recording in the language of the file. */
export async function formatRecording(path: string, recording: object): Promise<string> {
  if (!isYaml(path)) return `${JSON.stringify(recording, undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(recording, { lineWidth: 0 });
}

async function parseText(path: string, text: string): Promise<unknown> {
  try {
    // Some editors write a byte order mark.
    if (!isYaml(path)) return JSON.parse(text.replace(/^\uFEFF/, ''));
    const { parse } = await import('yaml');
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(`"${path}" is not ${isYaml(path) ? 'YAML' : 'JSON'}: ${reason}`, {
      cause: error,
    });
  }
}

const isYaml = (path: string): boolean => /^\.ya?ml$/i.test(extname(path));
