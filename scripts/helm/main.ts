// Shows that a real Kubernetes API server accepts what the chart renders, and refuses planted
// mistakes. Prints a table, and exits with 1 unless every line is as expected. Omits the objects of
// KEDA and of the Prometheus operator. Needs kubectl (Debian: kubernetes-client), openssl, and the
// programs that build-api-server.sh built.
// usage: main.ts FOLDER (with etcd and kube-apiserver)
import { stringify } from 'yaml';
import { startApiServer } from './api-server.ts';
import { ALL_PARTS, TUNED, VALUES } from './chart-values.ts';
import { type Manifest, renderChart } from './render-chart.ts';

/** Kinds that an API server has without extensions. */
const OWN_KINDS = new Set(['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']);
const VALUE_SETS = { 'required values': VALUES, 'all parts': ALL_PARTS, tuned: TUNED };
const CONTROL_PLANE = 'Deployment test-control-plane';

/** A mistake, as a change to the rendered text, and what the server calls it. */
const MISTAKES = [
  {
    mistake: 'a misspelt member',
    change: (rendered: string) => rendered.replaceAll('readinessProbe:', 'readinesProbe:'),
    refusal: /unknown field "readinesProbe"/,
  },
  {
    mistake: 'a volume that does not exist',
    change: (rendered: string) => rendered.replace(/name: tmp(\s+mountPath)/, 'name: scratch$1'),
    refusal: /volumeMounts\[0\]\.name: Not found: "scratch"/,
  },
  {
    mistake: 'a selector of other pods',
    change: (rendered: string) =>
      rendered.replace(/(matchLabels:\s+app\.kubernetes\.io\/name: )errand/, '$1other'),
    refusal: /`selector` does not match template `labels`/,
  },
  {
    mistake: 'a port with a bad name',
    change: (rendered: string) => rendered.replace('name: http\n', 'name: http_\n'),
    refusal: /ports\[0\]\.name: Invalid value: "http_"/,
  },
];

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: main.ts FOLDER (with etcd and kube-apiserver)');
await using server = await startApiServer(folder);
await server.kubectl(['create', 'namespace', 'jobs']);

for (const [name, values] of Object.entries(VALUE_SETS)) {
  for (const manifest of await renderForServer(values)) {
    const { failed, output } = await apply(stringify(manifest));
    show(`${name}: ${manifest.kind} ${manifest.metadata.name}`, output, !failed);
  }
}
const rendered = (await renderForServer(ALL_PARTS)).find(
  ({ kind, metadata }) => `${kind} ${metadata.name}` === CONTROL_PLANE,
);
for (const { mistake, change, refusal } of MISTAKES) {
  const { failed, output } = await apply(change(stringify(rendered)));
  show(`refuses ${mistake}`, output, failed && refusal.test(output));
}

function apply(manifest: string) {
  return server.kubectl(['apply', '-n', 'jobs', '--dry-run=server', '-f', '-'], manifest);
}

async function renderForServer(values: object): Promise<readonly Manifest[]> {
  const manifests = await renderChart(values);
  return manifests
    .filter(({ kind }) => OWN_KINDS.has(kind))
    .map((manifest) =>
      // Debian's Kubernetes 1.20 has the same kind under its older name only.
      manifest.apiVersion === 'policy/v1'
        ? { ...manifest, apiVersion: 'policy/v1beta1' }
        : manifest,
    );
}

function show(what: string, output: string, isGood: boolean): void {
  const [line = ''] = output.split('\n').filter((one) => !one.startsWith('Warning'));
  console.log(`${isGood ? 'ok    ' : 'WRONG '} ${what.padEnd(52)} ${line.slice(0, 240)}`);
  if (!isGood) process.exitCode = 1;
}
