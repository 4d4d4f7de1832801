import type { StepEvent } from '@errand/automation-engine';
import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { createStepStrip } from './artifacts/step-strip.ts';
import { StorageRefusedError } from './control-plane-errors.ts';
import type { NewArtifact, Step, TaskReporter } from './task-reporter.ts';
import { createStepReporter, createWindows } from './step-reporter.ts';

const live = new AbortController().signal;
const stepEvent = (sequence: number, rest: Partial<StepEvent> = {}): StepEvent => ({
  sequence,
  nodePath: `nodes[${sequence}]`,
  kind: 'click_element',
  outcome: 'done',
  startedAt: new Date(0),
  durationMs: 1.4,
  pageUrl: 'https://shop.example/',
  ...rest,
});
const failed = stepEvent(0, {
  outcome: 'failed',
  errorClass: 'locator_not_found',
  errorMessage: 'm'.repeat(20_000),
  dialogs: [{ type: 'alert', message: 'Stop', action: 'accepted' }],
  evidence: {
    screenshot: Buffer.from('png'),
    pageUrl: 'https://shop.example/',
    title: 'Shop',
    accessibilitySnapshot: '- button "Pay"',
    consoleTail: ['error: no stock'],
    networkTail: [
      { method: 'GET', url: '/stock', type: 'fetch', status: 503, isOpen: true, durationMs: 12 },
      {
        method: 'POST',
        url: '/count',
        type: 'ping',
        failure: 'net::ERR_ABORTED',
        isOpen: false,
        durationMs: 3,
      },
    ],
  },
  log: ['looked for stock'],
});

test('reports a thousand steps in a few calls, in order', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  for (let sequence = 0; sequence < 1000; sequence += 1) steps.add(stepEvent(sequence));
  await steps.flush();
  const sizes = plane.reported.map(({ length }) => length);
  expect(sizes).toEqual([500, 500]);
  const sequences = plane.reported.flat().map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: 1000 }, (_, sequence) => sequence));
});

test('collects the steps that end while a batch is sent', async () => {
  await using plane = await startPlane();
  const sent = Promise.withResolvers<void>();
  const reported: number[][] = [];
  const reportSteps = async (batch: readonly Step[]): Promise<void> => {
    reported.push(batch.map(({ sequence }) => sequence));
    if (reported.length === 1) {
      steps.add(stepEvent(1));
      // Like a run that goes on after the report.
      setImmediate(() => {
        steps.add(stepEvent(2));
        sent.resolve();
      });
    }
  };
  const reporter = { ...plane.reporter, reportSteps };
  const steps = createStepReporter(reporter, createStepStrip(), { signal: live });
  steps.add(stepEvent(0));
  await sent.promise;
  await steps.flush();
  expect(reported).toEqual([[0], [1, 2]]);
});

test('collects steps for longer while they keep coming, and for a short time after a pause', () => {
  let now = 0;
  const nextWindow = createWindows(() => now);
  const windows = [0, 100, 205, 410, 830, 1_629].map((at) => {
    now = at;
    return nextWindow();
  });
  expect(windows).toEqual([100, 400, 400, 400, 400, 400]);
  now = 2_430;
  expect(nextWindow()).toBe(100);
});

test('reports what a step tried, and the locator that would have found its element', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  const means = [{ kind: 'model', outcome: 'done', model: 'gemini/gemini-2.5-flash' }] as const;
  const candidates = [{ command: 'get_by_text("Pay")', kind: 'text', score: 38 }];
  const place = { command: 'get_by_text("Pay")', candidates, pageUrl: 'https://shop.example/' };
  steps.add(stepEvent(0, { means, healedLocator: { failedCommand: 'locator("#pay")', ...place } }));
  await steps.flush();
  expect(plane.reported.flat()[0]).toMatchObject({
    means,
    healed_locator: {
      failed_command: 'locator("#pay")',
      command: 'get_by_text("Pay")',
      candidates,
      page_url: 'https://shop.example/',
    },
  });
});

test('reports the status, waits and dialogs of a step, truncated to what the control plane accepts', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  const dialog = { type: 'prompt', action: 'accepted' } as const;
  const long = 'l'.repeat(4000);
  steps.add(
    stepEvent(0, {
      httpStatus: 503,
      waitedFor: ['interval of 100 ms', long],
      dialogs: [{ ...dialog, message: long, text: long }],
    }),
  );
  await steps.flush();
  const cut = 'l'.repeat(1000);
  expect(plane.reported.flat()[0]).toMatchObject({
    http_status: 503,
    waited_for: ['interval of 100 ms', 'l'.repeat(300)],
    dialogs: [{ ...dialog, message: cut, text: cut }],
  });
});

test('reports no more per call than the control plane accepts', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  // Each character of the message takes six bytes.
  const long = { outcome: 'failed', errorMessage: '\u0001'.repeat(10_000) } as const;
  for (let sequence = 0; sequence < 300; sequence += 1) steps.add(stepEvent(sequence, long));
  await steps.flush();
  const bodies = plane.reported.map((part) => Buffer.byteLength(JSON.stringify(part)));
  expect(Math.max(...bodies)).toBeLessThan(5 * 1024 ** 2);
  const sequences = plane.reported.flat().map(({ sequence }) => sequence);
  expect(sequences).toEqual(Array.from({ length: 300 }, (_, sequence) => sequence));
});

test('stores the picture of a step and links it', async () => {
  await using plane = await startPlane();
  const strip = createStepStrip();
  const steps = createStepReporter(plane.reporter, strip, { signal: live });
  strip.picture({ sequence: 0, capture: async () => Buffer.from('jpeg') });
  steps.add(stepEvent(0));
  steps.add(stepEvent(1));
  await steps.flush();
  expect(plane.reported.flat().map((step) => step.screenshot_artifact_id)).toEqual([
    'step-0.jpg',
    undefined,
  ]);
  expect(plane.stored.get('/step-0.jpg')).toBe('jpeg');
});

test('stores the evidence of a failed step as a picture, a description and a log, and links them', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  steps.add(failed);
  await steps.flush();
  expect(plane.reported.flat()).toMatchObject([
    {
      error_class: 'locator_not_found',
      screenshot_artifact_id: 'step-0.png',
      evidence_artifact_id: 'step-0.json',
      log_artifact_id: 'step-0.log',
    },
  ]);
  expect(plane.reported[0]?.[0]?.error_message).toHaveLength(10_000);
  expect(plane.stored.get('/step-0.png')).toBe('png');
  expect(plane.stored.get('/step-0.log')).toBe('looked for stock\n');
  expect(JSON.parse(plane.stored.get('/step-0.json') ?? '')).toEqual({
    node_path: 'nodes[0]',
    page_url: 'https://shop.example/',
    page_title: 'Shop',
    accessibility_snapshot: '- button "Pay"',
    console: ['error: no stock'],
    network: [
      {
        method: 'GET',
        url: '/stock',
        type: 'fetch',
        status: 503,
        failure: null,
        is_open: true,
        duration_ms: 12,
      },
      {
        method: 'POST',
        url: '/count',
        type: 'ping',
        status: null,
        failure: 'net::ERR_ABORTED',
        is_open: false,
        duration_ms: 3,
      },
    ],
    dialogs: [{ type: 'alert', message: 'Stop', action: 'accepted' }],
  });
});

test('reports a step whose evidence cannot be stored', async () => {
  await using plane = await startPlane({ status: 500 });
  const steps = createStepReporter(plane.reporter, createStepStrip(), { signal: live });
  steps.add(failed);
  await steps.flush();
  expect(plane.reported.flat()).toMatchObject([{ sequence: 0, outcome: 'failed' }]);
  expect(JSON.stringify(plane.reported)).not.toContain('artifact_id');
});

const refuse = () => Promise.reject(new Error('lease lost'));

test('rethrows the error of a report, and keeps nothing after it', async () => {
  await using plane = await startPlane();
  const steps = createStepReporter({ ...plane.reporter, reportSteps: refuse }, createStepStrip(), {
    signal: live,
  });
  steps.add(stepEvent(0));
  await expect(steps.flush()).rejects.toThrow('lease lost');
  steps.add(stepEvent(1));
  await expect(steps.flush()).rejects.toThrow('lease lost');
});

const createArtifacts = () => Promise.reject(new StorageRefusedError('The account is full.'));

test('reports why the picture of a step is not stored', async () => {
  await using plane = await startPlane();
  const strip = createStepStrip();
  const steps = createStepReporter({ ...plane.reporter, createArtifacts }, strip, { signal: live });
  strip.picture({ sequence: 0, capture: async () => Buffer.from('jpeg') });
  steps.add(stepEvent(0));
  steps.add(stepEvent(1));
  await steps.flush();
  const leftOut = plane.reported.flat().map((step) => step.files_left_out);
  expect(leftOut).toEqual(['The account is full.', undefined]);
});

/** Starts a stand-in for a control plane and its object storage. */
async function startPlane({ status = 200 }: { readonly status?: number } = {}) {
  const stored = new Map<string, string>();
  const reported: (readonly Step[])[] = [];
  const server = await listen(
    (request, response) => {
      const keep = async () => {
        stored.set(request.url ?? '', await text(request));
        response.writeHead(status).end();
      };
      void keep();
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const reporter: Pick<TaskReporter, 'reportSteps' | 'createArtifacts' | 'confirmArtifacts'> = {
    async reportSteps(steps) {
      reported.push(steps);
    },
    createArtifacts: async (artifacts: readonly NewArtifact[]) =>
      artifacts.map(({ filename }) => ({
        artifact_id: filename,
        filename,
        upload_url: `${server.url}/${filename}`,
        headers: {},
      })),
    confirmArtifacts: async (ids) => ({ confirmed: [...ids], rejected: [] }),
  };
  return { reporter, stored, reported, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
