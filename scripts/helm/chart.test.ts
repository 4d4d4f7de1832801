import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { STORING_MS } from '../../packages/task-runner/src/artifacts/storing-time.ts';
import { SETTING_NAMES as CONTROL_PLANE } from '../../apps/control-plane/src/settings.ts';
import { SETTING_NAMES as GATEWAY } from '../../apps/stream-gateway/src/config.ts';
import { SETTING_NAMES as WORKER } from '../../apps/worker/src/config.ts';
import { ALL_PARTS, TUNED, VALUES } from './chart-values.ts';
import { findManifest, lintChart, type Manifest, renderChart } from './render-chart.ts';

const podSchema = z.looseObject({
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.looseObject({}),
  containers: z.array(
    z.looseObject({
      name: z.string(),
      image: z.string(),
      env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
      envFrom: z.array(z.looseObject({ secretRef: z.object({ name: z.string() }) })).default([]),
    }),
  ),
});
const template = z.looseObject({ spec: podSchema });
const ownerSchema = z.looseObject({
  spec: z.union([
    z.looseObject({ template }).transform((spec) => spec.template.spec),
    z
      .looseObject({ jobTargetRef: z.looseObject({ template }) })
      .transform((spec) => spec.jobTargetRef.template.spec),
  ]),
});
const OWNERS = ['Deployment', 'Job', 'ScaledJob'];

test('passes the strict lint of helm', async () => {
  expect(await lintChart(ALL_PARTS)).toContain('1 chart(s) linted, 0 chart(s) failed');
});

test('renders two control planes, one pool and the migration without further values', async () => {
  const manifests = await renderChart(VALUES);
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    'Deployment test-control-plane',
    'Deployment test-worker-default',
    'Job test-migrate',
    'NetworkPolicy test-control-plane',
    'NetworkPolicy test-workers',
    'PodDisruptionBudget test-control-plane',
    'Service test-control-plane',
  ]);
  expect(findManifest(manifests, 'Deployment', 'test-control-plane')).toMatchObject({
    spec: { replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } },
  });
  expect(findManifest(manifests, 'Job', 'test-migrate')).toMatchObject({
    metadata: { annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } },
  });
});

test('runs every container unprivileged, on a read-only disk and with limits', async () => {
  const manifests = await renderChart(ALL_PARTS);
  const owners = manifests.filter(({ kind }) => OWNERS.includes(kind));
  expect(owners).toHaveLength(6);
  for (const owner of owners) {
    const pod = podOf(owner);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(pod).toMatchObject({ automountServiceAccountToken: false });
    for (const container of pod.containers) {
      expect(container).toMatchObject({
        image: expect.stringMatching(/^registry\.example\/errand\/errand-[a-z-]+:1\.2\.3$/),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { limits: { memory: expect.any(String) } },
      });
    }
  }
  const worker = podOf(findManifest(manifests, 'Deployment', 'test-worker-fixed'));
  expect(worker.securityContext).toMatchObject({
    seccompProfile: { type: 'Localhost', localhostProfile: 'errand/chromium.json' },
  });
});

test.each([
  ['Deployment', 'test-control-plane', CONTROL_PLANE],
  ['Deployment', 'test-stream-gateway', GATEWAY],
  ['Deployment', 'test-worker-fixed', WORKER],
  ['ScaledJob', 'test-worker-spot', WORKER],
])('the %s %s sets only settings that its app has', async (kind, name, settings) => {
  const pod = podOf(findManifest(await renderChart(ALL_PARTS), kind, name));
  const known = new Set([...settings, 'POD_IP']);
  expect(environmentOf(pod).filter(([setting]) => !known.has(setting))).toEqual([]);
});

test('gives a worker longer to stop than its tasks may take, and only its own secret', async () => {
  const pod = podOf(findManifest(await renderChart(ALL_PARTS), 'Deployment', 'test-worker-fixed'));
  expect(pod.terminationGracePeriodSeconds).toBe(60 + STORING_MS / 1_000 + 30);
  const environment = Object.fromEntries(environmentOf(pod));
  expect(environment).toMatchObject({ DRAIN_SECONDS: '60', SESSION_MEMORY_MIB: '2000000' });
  expect(JSON.stringify(pod)).not.toContain('plane-secret');
  expect(pod.containers.flatMap(({ envFrom }) => envFrom)).toEqual([
    { secretRef: { name: 'worker-secret' } },
  ]);
});

test('the default limits of tasks fit in the pod, with warm sessions', async () => {
  const manifests = await renderChart(VALUES);
  const pod = podOf(findManifest(manifests, 'Deployment', 'test-worker-default'));
  const environment = Object.fromEntries(environmentOf(pod));
  const slots = Number(environment['WORKER_SLOTS']);
  expect(slots).toBe(2);
  const memory = slots * (Number(environment['SESSION_MEMORY_MIB']) + 250);
  const disk = 2 * slots * Number(environment['SESSION_DISK_MIB']);
  const limit = /"limits":\{"memory":"(\d+)Gi"/.exec(JSON.stringify(pod))?.[1];
  const scratch = /"emptyDir":\{"sizeLimit":"(\d+)Gi"/.exec(JSON.stringify(pod))?.[1];
  expect(memory + 1024).toBeLessThanOrEqual(Number(limit) * 1024);
  expect(disk + 1024).toBeLessThanOrEqual(Number(scratch) * 1024);
});

test('passes the proxies to control planes, and both databases to the migration', async () => {
  const tuned = podOf(findManifest(await renderChart(TUNED), 'Deployment', 'test-control-plane'));
  expect(Object.fromEntries(environmentOf(tuned))).toMatchObject({
    TRUSTED_PROXIES: '10.0.0.0/8,loopback',
  });
  const migration = podOf(findManifest(await renderChart(VALUES), 'Job', 'test-migrate'));
  const direct = { name: 'plane-secret', key: 'DATABASE_DIRECT_URL', optional: true };
  expect(migration.containers[0]?.env).toMatchObject([
    { name: 'DATABASE_URL' },
    { name: 'DATABASE_DIRECT_URL', valueFrom: { secretKeyRef: direct } },
  ]);
});

test('scales pools by the demand for their labels, from zero', async () => {
  const manifests = await renderChart(ALL_PARTS);
  const url = 'http://test-control-plane.jobs:8080/admin/v1/demand?labels=';
  expect(findManifest(manifests, 'Deployment', 'test-worker-acme')).not.toHaveProperty(
    'spec.replicas',
  );
  expect(findManifest(manifests, 'ScaledObject', 'test-worker-acme')).toMatchObject({
    spec: {
      minReplicaCount: 0,
      maxReplicaCount: 7,
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
        },
      },
      triggers: [
        {
          type: 'metrics-api',
          metricType: 'AverageValue',
          metadata: { url: `${url}acme,big`, valueLocation: 'slots_wanted', targetValue: '4' },
          authenticationRef: { name: 'test-demand' },
        },
      ],
    },
  });
  const job = findManifest(manifests, 'ScaledJob', 'test-worker-spot');
  expect(job).toMatchObject({
    spec: { triggers: [{ metadata: { url: `${url}spot`, targetValue: '1' } }] },
  });
  expect(Object.fromEntries(environmentOf(podOf(job)))).toMatchObject({
    WORKER_SLOTS: '1',
    WORKER_MAX_TASKS: '1',
    WORKER_IDLE_EXIT_SECONDS: '60',
  });
  expect(findManifest(manifests, 'TriggerAuthentication', 'test-demand')).toMatchObject({
    spec: { secretTargetRef: [{ parameter: 'token', name: 'plane-secret', key: 'ADMIN_TOKEN' }] },
  });
});

test('blocks private addresses for workers, and the worker port for others', async () => {
  const manifests = await renderChart(ALL_PARTS);
  const policy = findManifest(manifests, 'NetworkPolicy', 'test-workers');
  expect(policy).toMatchObject({
    spec: {
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        { ports: [{ port: 8083 }] },
        { ports: [{ port: 53 }, { port: 53 }] },
        {
          to: [
            { ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8']) } },
            { ipBlock: { cidr: '::/0' } },
            { ipBlock: { cidr: '10.20.0.0/16' } },
          ],
        },
      ],
    },
  });
  expect(findManifest(manifests, 'NetworkPolicy', 'test-control-plane')).toMatchObject({
    spec: {
      ingress: [
        { ports: [{ port: 'http' }] },
        { ports: [{ port: 'metrics' }] },
        { ports: [{ port: 'workers' }], from: [{}] },
      ],
    },
  });
});

test.each([
  ['an image registry', { image: {} }, /image\.registry is required/],
  [
    'the secret of the control plane',
    { controlPlane: { publicUrl: 'https://a.example' } },
    /controlPlane\.existingSecret is required/,
  ],
  [
    'a public URL',
    { controlPlane: { existingSecret: 'plane-secret' } },
    /controlPlane\.publicUrl is required/,
  ],
  ['the secret of a pool', { workerDefaults: {} }, /pool "default" has no existingSecret/],
  [
    'the secret of the gateway',
    { gateway: { enabled: true } },
    /gateway\.existingSecret is required/,
  ],
])('refuses values without %s', async (_what, changed, message) => {
  await expect(renderChart({ ...VALUES, ...changed })).rejects.toThrow(message);
});

test.each([
  ['a value it does not know', { controlPlan: {} }, /controlPlan/],
  ['a label that no account can have', { workers: [{ name: 'a', labels: ['a b'] }] }, /labels/],
  ['a pool without a name', { workers: [{ slots: 2 }] }, /name is required/],
  [
    'a public URL with a slash at its end',
    { controlPlane: { existingSecret: 'plane-secret', publicUrl: 'https://a.example/' } },
    /publicUrl/,
  ],
  ['a job without autoscaling', { workers: [{ name: 'a', kind: 'job' }] }, /pool "a" is a job/],
  [
    'a name of a secret that would be more than a name',
    { gateway: { existingSecret: 'a', tlsSecret: 'a }, { optional: true' } },
    /gateway\.tlsSecret/,
  ],
  [
    'a setting that the chart derives from a value',
    { workers: [{ name: 'a', settings: { DRAIN_SECONDS: 5 } }] },
    /pool "a": settings\.DRAIN_SECONDS is set by the chart itself\. Remove it/,
  ],
])('refuses %s', async (_what, changed, message) => {
  await expect(renderChart({ ...VALUES, ...changed })).rejects.toThrow(message);
});

function podOf(owner: Manifest): z.output<typeof podSchema> {
  return ownerSchema.parse(owner).spec;
}

function environmentOf(
  pod: z.output<typeof podSchema>,
): readonly (readonly [string, string | undefined])[] {
  return pod.containers.flatMap(({ env }) => env.map(({ name, value }) => [name, value] as const));
}
