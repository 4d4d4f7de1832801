// Checks the objects of KEDA and of the Prometheus operator that the chart renders against the schemas of
// their custom resources, which npm packages provide as types and validators. Prints a table, and exits
// with 1 unless every object is accepted and every planted mistake is refused.
// usage: main.ts FOLDER, after
//   npm install --prefix FOLDER @kubernetes-models/keda@2 @kubernetes-models/prometheus-operator@6
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ALL_PARTS } from '../chart-values.ts';
import { type Manifest, renderChart } from '../render-chart.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TSC = `${ROOT}node_modules/.bin/tsc`;
const TSC_FLAGS = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--ignoreConfig',
  '--module',
  'nodenext',
];
const PACKAGES = new Map([
  ['keda.sh/v1alpha1', '@kubernetes-models/keda'],
  ['monitoring.coreos.com/v1', '@kubernetes-models/prometheus-operator'],
]);

interface Mistake {
  readonly kind: string;
  readonly what: string;
  /** Text of the rendered object, as JSON, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** What the refusal must contain. */
  readonly told: RegExp;
}

const MISTAKES: readonly Mistake[] = [
  {
    kind: 'ScaledObject',
    what: 'a misspelt member',
    from: '"maxReplicaCount"',
    to: '"maxReplicas"',
    told: /"maxReplicas"' does not exist/,
  },
  {
    kind: 'ScaledObject',
    what: 'text for a number',
    from: '"maxReplicaCount":7',
    to: '"maxReplicaCount":"7"',
    told: /'string' is not assignable to type 'number'/,
  },
  {
    kind: 'ScaledObject',
    what: 'a trigger without a type',
    from: '"type":"metrics-api",',
    to: '',
    told: /"type"' is missing/,
  },
  {
    kind: 'ScaledJob',
    what: 'a misspelt member',
    from: '"jobTargetRef"',
    to: '"jobTarget"',
    told: /"jobTarget"' does not exist/,
  },
  {
    kind: 'ServiceMonitor',
    what: 'a misspelt member',
    from: '"endpoints"',
    to: '"endpoint"',
    told: /"endpoint"' does not exist/,
  },
  {
    kind: 'ServiceMonitor',
    what: 'an interval in words',
    from: '"interval":"30s"',
    to: '"interval":"30 seconds"',
    told: /interval/,
  },
];

const [given] = process.argv.slice(2);
if (given === undefined)
  throw new Error('Specify the folder that the first lines of this file describe.');
const folder = resolve(given);

const rendered = (await renderChart(ALL_PARTS)).filter((one) => PACKAGES.has(one.apiVersion));
for (const manifest of rendered) {
  const complaint = await findComplaint(manifest);
  show(
    `${manifest.kind} ${manifest.metadata.name}`,
    complaint ?? 'accepted',
    complaint === undefined,
  );
}
for (const { kind, what, from, to, told } of MISTAKES) {
  const text = JSON.stringify(rendered.find((one) => one.kind === kind) ?? {});
  const wrong = text.replace(from, to);
  if (wrong === text) throw new Error(`No ${kind} of the chart has ${from}.`);
  const complaint = await findComplaint(JSON.parse(wrong) as Manifest);
  show(`${kind} with ${what}`, complaint ?? 'accepted', told.test(complaint ?? ''));
}

/** Returns what is wrong with an object, or undefined. */
async function findComplaint(manifest: Manifest): Promise<string | undefined> {
  return (await findTypeError(manifest)) ?? findViolation(manifest);
}

/** The types know every member, so they also refuse unknown ones, which a cluster would drop. */
async function findTypeError(manifest: Manifest): Promise<string | undefined> {
  const { kind } = manifest;
  const file = join(folder, 'object.mts');
  const type = `import type { I${kind} } from './node_modules/${moduleOf(manifest)}';`;
  writeFileSync(file, `${type}\nexport const object: I${kind} = ${JSON.stringify(manifest)};\n`);
  try {
    await promisify(execFile)(TSC, [...TSC_FLAGS, file]);
    return undefined;
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    const [told] = stdout.split(/error (?=TS)/).slice(1);
    if (told === undefined) throw error;
    return told;
  }
}

async function findViolation(manifest: Manifest): Promise<string | undefined> {
  const file = join(folder, 'node_modules', moduleOf(manifest));
  const models = (await import(pathToFileURL(file).href)) as Readonly<
    Record<string, new (data: object) => { readonly validate: () => void }>
  >;
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`${file} has no ${manifest.kind}.`);
  try {
    new Model(manifest).validate();
    return undefined;
  } catch (error) {
    return Error.isError(error) ? error.message : String(error);
  }
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  return `${PACKAGES.get(apiVersion)}/${apiVersion}/${kind}.js`;
}

function show(what: string, result: string, isGood: boolean): void {
  console.log(
    `${isGood ? 'ok    ' : 'WRONG '} ${what.padEnd(44)} ${result.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
  );
  if (!isGood) process.exitCode = 1;
}
