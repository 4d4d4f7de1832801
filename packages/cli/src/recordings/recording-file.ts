import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { ErrandSchemas } from '@errand/client';
import { LocalError } from '../errors/command-errors.ts';

type Automation = ErrandSchemas['Automation'];

/** The part of a recording that a file in git contains; its receivers stay on the server. */
export interface RecordingFile {
  readonly endpoint_name: string;
  readonly description?: string;
  readonly automation: Automation;
}

/** Throws LocalError unless the file is JSON or YAML and holds an object. */
export async function readObject(path: string): Promise<Record<string, unknown>> {
  const text = readFileSync(path, 'utf8');
  const value = await parseText(path, text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new LocalError(`"${path}" does not hold an object.`);
}

/** Whether a recording says how tasks refer to it. */
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
  const { endpoint_name: _name, description, automation, ...others } = object;
  const wrong = (what: string): LocalError =>
    new LocalError(
      `"${path}" ${what}. A recording has endpoint_name, automation and, if you like, description.`,
    );
  if (!hasEndpointName(object)) throw wrong('has no endpoint_name');
  if (typeof automation !== 'object' || automation === null) throw wrong('has no automation');
  if (description !== undefined && description !== null && typeof description !== 'string') {
    throw wrong('has a description that is not text');
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`has the unknown member "${unknown}"`);
  return {
    endpoint_name: object.endpoint_name,
    ...(typeof description === 'string' && { description }),
    // The server checks it and names every mistake.
    automation: automation as Automation,
  };
}

export async function writeRecording(path: string, recording: RecordingFile): Promise<void> {
  writeFileSync(path, await formatRecording(path, recording));
}

/** Writes JSON, whatever the file is called. */
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
    if (!isYaml(path)) return JSON.parse(text);
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
