import { readFileSync } from 'node:fs';

/** What the address of the running site stands for in the files. */
const PLACEHOLDER = '{sample_site_url}';
const FOLDER = `${import.meta.dirname}/../recordings`;
const names = ['order-status', 'place-order', 'verify-code'] as const;

export interface SampleRecording {
  readonly endpoint_name: string;
  readonly description: string;
  /** An automation as the API takes it; its input parameters hold values that work. */
  readonly automation: {
    readonly url: string;
    readonly parameters: {
      readonly input_parameters: Readonly<Record<string, readonly string[]>>;
    };
    readonly nodes: readonly object[];
  };
}

/**
 * The recordings for the site at the given address (without a trailing slash), the one that shows
 * most first. Their text is the project's own, so nothing but the address is put in.
 */
export function sampleRecordings(baseUrl: string): readonly SampleRecording[] {
  const address = JSON.stringify(new URL(baseUrl).origin).slice(1, -1);
  return names.map((name) => {
    const text = readFileSync(`${FOLDER}/${name}.json`, 'utf8');
    const recording: SampleRecording = JSON.parse(text.replaceAll(PLACEHOLDER, address));
    return recording;
  });
}
