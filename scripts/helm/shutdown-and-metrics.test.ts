import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ALL_PARTS, TUNED } from './chart-values.ts';
import { findManifest, type Manifest, renderChart } from './render-chart.ts';

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string(), scheme: z.string() }),
});
const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            livenessProbe: probe,
            readinessProbe: probe,
            startupProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});
const service = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
});
const monitor = z.looseObject({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    endpoints: z.array(z.looseObject({ port: z.string(), path: z.string() })),
  }),
});

test.each([
  ['control-plane', '12', 72],
  // The delay plus DRAIN_SECONDS plus 20 s.
  ['stream-gateway', '8', 58],
])('lets the %s serve on after SIGTERM, without a hook that waits', async (name, delay, grace) => {
  const pod = podOf(await renderChart(TUNED), name);
  const [container] = pod.containers;
  expect(settingsOf(container.env)).toMatchObject({ SHUTDOWN_DELAY_SECONDS: delay });
  expect(pod.terminationGracePeriodSeconds).toBe(grace);
  expect(container).not.toHaveProperty('lifecycle');
});

test.each([
  { name: 'control-plane', values: ALL_PARTS, port: 'http', scheme: 'HTTP' },
  { name: 'worker-fixed', values: ALL_PARTS, port: 'health', scheme: 'HTTP' },
  { name: 'stream-gateway', values: ALL_PARTS, port: 'viewers', scheme: 'HTTP' },
  { name: 'stream-gateway', values: TUNED, port: 'viewers', scheme: 'HTTPS' },
])('probes $port of the $name over $scheme', async ({ name, values, port, scheme }) => {
  const [container] = podOf(await renderChart(values), name).containers;
  const live = { httpGet: { path: '/health/live', port, scheme } };
  expect(container).toMatchObject({
    livenessProbe: live,
    startupProbe: live,
    readinessProbe: { httpGet: { path: '/health/ready', port, scheme } },
  });
  expect(container.ports.map(({ name: given }) => given)).toContain(port);
});

test("mounts the gateway's certificate only if a secret is set for it", async () => {
  const [tuned] = podOf(await renderChart(TUNED), 'stream-gateway').containers;
  expect(settingsOf(tuned.env)).toMatchObject({
    TLS_CERT_FILE: '/run/tls/tls.crt',
    TLS_KEY_FILE: '/run/tls/tls.key',
    ALLOWED_ORIGINS: 'https://watch.example',
  });
  const [plain] = podOf(await renderChart(ALL_PARTS), 'stream-gateway').containers;
  expect(settingsOf(plain.env)).not.toHaveProperty('TLS_CERT_FILE');
  // The origin of the public URL, which has a path.
  expect(settingsOf(plain.env)).toMatchObject({ ALLOWED_ORIGINS: 'https://errand.example' });
});

test('scrapes control planes, workers and gateways where they serve metrics', async () => {
  const manifests = await renderChart(ALL_PARTS);
  const { selector, endpoints } = monitor.parse(
    findManifest(manifests, 'ServiceMonitor', 'test'),
  ).spec;
  expect(endpoints).toEqual([{ port: 'metrics', path: '/metrics', interval: '30s' }]);
  const scraped = manifests
    .filter(({ kind }) => kind === 'Service')
    .map((manifest) => service.parse(manifest))
    .filter(({ metadata }) => contains(metadata.labels, selector.matchLabels));
  const ports = scraped.map(({ spec }) => {
    const port = spec.ports.find(({ name }) => name === 'metrics')?.targetPort;
    const pods = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map((manifest) => deployment.parse(manifest).spec.template)
      .filter(({ metadata }) => contains(metadata.labels, spec.selector));
    return pods.map(({ spec: { containers } }) => {
      const listening = containers[0].ports.find(({ name }) => name === port)?.containerPort;
      const { METRICS_PORT, METRICS_HOST, HEALTH_PORT } = settingsOf(containers[0].env);
      return { listening: String(listening), set: METRICS_PORT ?? HEALTH_PORT, METRICS_HOST };
    });
  });
  // Workers serve metrics on HEALTH_PORT, which is open on all addresses by default.
  const worker = { listening: '8084', set: '8084', METRICS_HOST: undefined };
  expect(ports).toEqual([
    [{ listening: '8086', set: '8086', METRICS_HOST: '0.0.0.0' }],
    [{ listening: '8082', set: '8082', METRICS_HOST: '0.0.0.0' }],
    [worker, worker],
  ]);
});

function podOf(manifests: readonly Manifest[], name: string) {
  return deployment.parse(findManifest(manifests, 'Deployment', `test-${name}`)).spec.template.spec;
}

function settingsOf(
  environment: readonly { readonly name: string; readonly value?: string | undefined }[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(environment.map(({ name, value }) => [name, value]));
}

function contains(
  labels: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
