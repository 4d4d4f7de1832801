import { findFreePort } from '@errand/app-runtime';
import { sampleRecordings } from '@errand/sample-site';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { widthOfJpeg } from './testing/width-of-jpeg.ts';
import { readFigures, valueOf } from './testing/read-figures.ts';
import { openFleet, type Fleet, type WorkerProcess } from '@errand/task-runner/testing';

let fleet: Fleet;
let controlPlaneMetrics: string;

beforeAll(async () => {
  // Uses the default lease time: with a shorter one, a machine busy with its first start loses
  // leases.
  const metricsPort = await findFreePort();
  controlPlaneMetrics = `http://127.0.0.1:${metricsPort}/metrics`;
  fleet = await openFleet({ METRICS_PORT: String(metricsPort) });
  for (const recording of sampleRecordings(fleet.site.url)) await fleet.store(recording);
});

afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
});

describe('on one worker, in sequence', () => {
  let worker: WorkerProcess;
  let operators: string;
  beforeAll(async () => {
    const port = await findFreePort();
    operators = `http://127.0.0.1:${port}`;
    const handlers = mkdtempSync(join(fleet.directory, 'handlers-'));
    const source = `export const handlers = {
      'portal.action': async ({ number }, { page }) => number + ' at ' + (await page.title()),
    };`;
    writeFileSync(join(handlers, 'portal.mjs'), source);
    worker = await fleet.startWorker({
      PRIVATE_HANDLERS_DIRECTORY: handlers,
      SCRIPT_SECONDS: '10',
      HEALTH_PORT: String(port),
    });
  });
  afterAll(async () => worker[Symbol.asyncDispose]());

  test('runs the sample recordings from submission to files', async () => {
    const tasks = await Promise.all(
      sampleRecordings(fleet.site.url).map(({ endpoint_name, automation }) =>
        fleet.submit(endpoint_name, automation.parameters.input_parameters),
      ),
    );
    const [order, placed, verified] = await Promise.all(tasks.map(fleet.untilEnded));
    expect([order, placed, verified].map((task) => task?.error)).toEqual([null, null, null]);
    expect(order?.output_data?.map(({ json_data }) => json_data)).toEqual([
      { order_status: 'Shipped' },
      { order_total: '$5,762.60' },
    ]);
    expect(order?.steps.map(({ outcome }) => outcome)).not.toContain('failed');
    const { body } = await fleet.controlPlane.call(
      'GET',
      `/api/v1/get_downloads?task_id=${tasks[0]}`,
    );
    const { downloads } = body as { downloads: { url: string; filename: string; size: number }[] };
    const csv = downloads.find(({ filename }) => filename === 'HS-10424.csv');
    const text = await (await fetch(csv?.url ?? '')).text();
    expect(text).toContain('HS-10424,RP-120');
    expect(csv?.size).toBe(Buffer.byteLength(text));
    expect(downloads.map(({ filename }) => filename)).toContain('final_screenshot.png');
  });

  test('reports why a task failed, with the error class', async () => {
    const nothingListens = `http://127.0.0.1:${await findFreePort()}/`;
    const tasks = {
      failState: await fleet.run([{ fail_state_action: { failure_message: 'no such order' } }]),
      unknownList: await fleet.run([
        { extraction_action: { ocr_coordinates: { source_variable: 'x' } } },
      ]),
      deadStart: await fleet.run([{ sleep_action: { sleep_time: 0 } }], { url: nothingListens }),
      noProxy: await fleet.run([], { submission: { use_proxy: true } }),
      missing: await fleet.run([
        {
          interaction_action: {
            max_tries: 1,
            max_timeout_seconds_per_try: 0.3,
            click_element: { command: 'get_by_role("button", name="Nowhere")', skip_prompt: false },
          },
        },
      ]),
    };
    const ended = await Promise.all(Object.values(tasks).map(fleet.untilEnded));
    expect(ended.map(({ status, error_class, error }) => [status, error_class, error])).toEqual([
      ['failed', 'fail_state', 'no such order'],
      ['failed', 'placeholder_unresolved', expect.stringContaining('x')],
      ['failed', 'navigation', expect.stringContaining(nothingListens)],
      ['failed', 'proxy_failed', expect.stringContaining('Its operator sets PROXY_URL')],
      ['failed', 'locator_not_found', expect.stringContaining('Nowhere')],
    ]);
  });

  test('fails an older goal submission with an error class when there is no model', async () => {
    const { status, body } = await fleet.controlPlane.call('POST', '/api/v1/inference/', {
      end_point: 'order-status',
      goal: 'Tell the status of the {order}.',
      params: { order_number: 'HS-10424' },
    });
    expect([status, body]).toMatchObject([200, { success: true, status: 'started' }]);
    const { task_id } = body as { task_id: string };
    const { error, ...task } = await fleet.untilEnded(task_id);
    expect(task).toMatchObject({ status: 'failed', error_class: 'model_unavailable' });
    expect(error).toContain('GEMINI_API_KEY');
    const listed = await fleet.controlPlane.call('POST', '/api/v1/inference/all_calls');
    expect(listed.body).toMatchObject({
      requests: expect.arrayContaining([
        expect.objectContaining({ task_id, success: false, status: 'completed', error }),
      ]),
    });
  });

  test('ends the browser of a cancelled task', async () => {
    const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
    await fleet.untilStatus(task, 'running');
    const { status } = await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    expect(status).toBe(202);
    const { status: ended, attempts } = await fleet.untilEnded(task);
    expect([ended, attempts.map(({ outcome }) => outcome)]).toEqual(['cancelled', ['cancelled']]);
    const next = await fleet.run([{ sleep_action: { sleep_time: 0 } }]);
    expect((await fleet.untilEnded(next)).status).toBe('success');
  });

  test('every slow step of a task has a thumbnail that is not listed as a download', async () => {
    const pause = { sleep_action: { sleep_time: 1 } };
    const task = await fleet.run([pause, { interaction_action: { scroll: {} } }, pause]);
    const { status, steps } = await fleet.untilEnded(task);
    expect(status).toBe('success');
    expect(steps).toHaveLength(3);
    const [first, , last] = steps.map(({ screenshot_url: url }) => url ?? '');
    for (const url of [first, last]) {
      const picture = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
      expect(widthOfJpeg(picture)).toBeGreaterThan(600);
      expect(widthOfJpeg(picture)).toBeLessThanOrEqual(640);
      expect(picture.byteLength).toBeLessThan(100_000);
    }
    const { body } = await fleet.controlPlane.call('GET', `/api/v1/get_downloads?task_id=${task}`);
    expect(body).toMatchObject({ urls: [] });
  });

  test('runs the scripts of a task from submission to result', async () => {
    const script = `import os
async def code_fn(axtree, browser, ctx):
    page = await browser.get_current_page()
    await ctx.save_download("report.txt", content=f"{login[0]} as {os.getuid()}")
    return {"login": "{login[0]}", "hosts": os.path.exists("/etc/hosts"), "title": bool(await page.title()), "unique": ctx.unique_parameters}`;
    const extract = { extraction_action: { python_script: { script } } };
    const named = { submission: { unique_parameter_names: ['login'] } };
    const hang = { python_script_action: { execution_code: 'import time; time.sleep(600)' } };
    const [done, hung] = await Promise.all([
      fleet.run([extract], named).then(fleet.untilEnded),
      fleet.run([hang]).then(fleet.untilEnded),
    ]);
    expect(done.output_data).toEqual([
      expect.objectContaining({
        json_data: { login: 'ann', hosts: false, title: true, unique: { login: ['ann'] } },
      }),
    ]);
    expect([done.status, hung.status, hung.error_class]).toEqual([
      'success',
      'failed',
      'script_timeout',
    ]);
  });

  test('shows operators its health and work, but nothing that users chose', async () => {
    await pollUntil('its next browser is ready', async () => {
      const text = await readMetrics();
      return text.includes('errand_worker_slots{state="idle"} 1');
    });
    const ready = await fetch(`${operators}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: {
          worker: 'ok',
          browser: 'ok',
          browser_sandbox: sandboxState,
          script_sandbox: 'ok',
        },
        reasons: [],
      },
    ]);
    const live = { status: 'live', checks: { control_plane: 'ok' }, reasons: [] };
    expect(await readHealth(operators, 'live')).toEqual({ status: 200, body: live });
    const metrics = await readMetrics();
    for (const name of [
      'errand_browser_start_seconds_count',
      'errand_browsers_ended_total{reason="closed"}',
      'errand_step_seconds_count{kind="sleep_action"}',
      'errand_task_run_seconds_count',
      'process_cpu_seconds_total',
      'nodejs_heap_size_total_bytes',
    ]) {
      expect(Number(valueOf(metrics, name))).toBeGreaterThan(0);
    }
    expect(valueOf(metrics, 'errand_worker_draining')).toBe('0');
    const labels = metrics.match(/(?<=^errand_.*)\w+(?==")/gm);
    expect([...new Set(labels)].toSorted()).toEqual(['kind', 'le', 'reason', 'state']);
  });

  test("the control plane counts the worker's tasks", async () => {
    const figures = await readFigures(controlPlaneMetrics);
    expect(figures).toMatchObject({ missing: 1, cancelled: 1, claimable: 0, workers: 1 });
    expect(figures.success).toBeGreaterThan(3);
    expect(figures.submitted).toBe(figures.claims);
    expect(figures.submitRequests).toBeGreaterThan(0);
    // The worker thread counts these requests.
    expect(figures.text).toContain('http_route="/worker/v1/claims"');
    expect(figures.text).not.toMatch(/HS-10424|test-1|order-status/);
  });

  test('blocks the operator port for its browsers', async () => {
    const task = await fleet.run([{ sleep_action: { sleep_time: 0 } }], { url: operators });
    const { status, error } = await fleet.untilEnded(task);
    expect([status, error]).toEqual([
      'failed',
      expect.stringContaining('belongs to this installation'),
    ]);
  });

  const readMetrics = async () => (await fetch(`${operators}/metrics`)).text();

  test('runs the plug-ins in its folder', async () => {
    const inputs = { number: '7' };
    const node = { type: 'private_node', handler: 'portal.action', inputs };
    const task = await fleet.run([{ ...node, output_variable_names: ['answer'] }]);
    const { error, output_data } = await fleet.untilEnded(task);
    expect(error).toBeNull();
    expect(output_data).toMatchObject([
      { json_data: { answer: expect.stringMatching(/^7 at \S/) } },
    ]);
  });
});

test('finishes its tasks after SIGTERM, claims no more, then exits', async () => {
  const port = String(await findFreePort());
  const operators = `http://127.0.0.1:${port}`;
  const settings = { DRAIN_SECONDS: '600', WORKER_SLOTS: '2', HEALTH_PORT: port };
  await using worker = await fleet.startWorker(settings);
  // Longer than a long poll for tasks.
  const long = await fleet.run([{ sleep_action: { sleep_time: 30 } }]);
  const short = await fleet.run([{ sleep_action: { sleep_time: 5 } }], { login: 'bob' });
  await Promise.all([long, short].map((task) => fleet.untilStatus(task, 'running')));
  process.kill(worker.processId ?? 0, 'SIGTERM');
  const later = await fleet.run([{ sleep_action: { sleep_time: 0 } }], { login: 'eve' });
  await pollUntil('it is not ready', async () => {
    const { status, body } = await readHealth(operators, 'ready');
    return status === 503 && body.reasons[0] === 'The worker is draining: it claims no more tasks.';
  });
  expect((await readHealth(operators, 'live')).status).toBe(200);
  const metrics = await (await fetch(`${operators}/metrics`)).text();
  expect(valueOf(metrics, 'errand_worker_draining')).toBe('1');
  for (const task of [short, long]) {
    const { status, error, retry_count, attempts } = await fleet.untilEnded(task);
    expect([status, error, retry_count, attempts.length]).toEqual(['success', null, 0, 1]);
  }
  expect(await worker.failed).toContain('(status 0)');
  expect(worker.processes()).toEqual([]);
  expect(await fleet.statusOf(later)).toBe('queued');
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${later}/cancel`);
});

test('takes only the tasks of its labels', async () => {
  const handlers = mkdtempSync(join(fleet.directory, 'handlers-'));
  writeFileSync(join(handlers, 'own.mjs'), 'export const handlers = { own: async () => 1 };');
  const own = { WORKER_LABELS: 'acme,default', PRIVATE_HANDLERS_DIRECTORY: handlers };
  // This worker lacks the handler, so the task would fail there.
  await using other = await fleet.startWorker({ WORKER_LABELS: 'acme' });
  await pollUntil('its browser is ready', () => other.browsers().length > 0);
  const task = await fleet.run([{ type: 'private_node', handler: 'own', inputs: {} }]);
  await using _own = await fleet.startWorker(own);
  const { status, attempts } = await fleet.untilEnded(task);
  expect([status, attempts.length]).toEqual(['success', 1]);
});

async function readHealth(operators: string, check: 'live' | 'ready') {
  const response = await fetch(`${operators}/health/${check}`);
  return { status: response.status, body: (await response.json()) as { reasons: string[] } };
}

/** The worker runs as the user of the tests; as root it does not use a sandbox. */
const sandboxState = process.getuid?.() === 0 ? 'off' : 'ok';
