import { readFileSync } from 'node:fs';

/** Placeholder for the address of the running site in the files. */
const PLACEHOLDER = '{sample_site_url}';
const FOLDER = `${import.meta.dirname}/../recordings`;
const names = ['order-status', 'place-order', 'verify-code'] as const;

export interface SampleRecording {
  readonly endpoint_name: string;
  readonly description: string;
  /** An automation in API format; its input parameters have working values. */
  readonly automation: {
    readonly url: string;
    readonly parameters: {
      readonly input_parameters: Readonly<Record<string, readonly string[]>>;
    };
    readonly nodes: readonly object[];
  };
}

/**
 * Returns the recordings for the site at the given address (without a trailing slash), the most
 * comprehensive first. Their text is the project's own, so only the address is inserted.
 */
export function sampleRecordings(baseUrl: string): readonly SampleRecording[] {
  const address = JSON.stringify(new URL(baseUrl).origin).slice(1, -1);
  return names.map((name) => {
    const text = readFileSync(`${FOLDER}/${name}.json`, 'utf8');
    const recording: SampleRecording = JSON.parse(text.replaceAll(PLACEHOLDER, address));
    return recording;
  });
}
