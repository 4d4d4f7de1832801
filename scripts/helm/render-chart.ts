import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELM = `${ROOT}node_modules/.bin/helm`;
const CHART = `${ROOT}infra/helm/errand`;

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.output<typeof manifest>;

/**
 * Renders the chart as release `test` with these values. Rejects with Helm's message when a value is
 * missing or wrong.
 */
export async function renderChart(values: object): Promise<readonly Manifest[]> {
  const rendered = await runHelm(['template', 'test', CHART, '-n', 'jobs', '-f', '-'], values);
  return parseAllDocuments(rendered)
    .map((document): unknown => {
      if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
      return document.toJS();
    })
    .filter((content) => content !== null)
    .map((content) => manifest.parse(content));
}

/** Returns a manifest. Throws if the chart did not render it. */
export function findManifest(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`The chart has no ${kind} "${name}".`);
  return found;
}

/** Returns what `helm lint --strict` printed. */
export function lintChart(values: object): Promise<string> {
  return runHelm(['lint', '--strict', CHART, '-f', '-'], values);
}

async function runHelm(words: readonly string[], values: object): Promise<string> {
  const running = promisify(execFile)(HELM, words);
  running.child.stdin?.end(stringify(values));
  return (await running).stdout;
}
