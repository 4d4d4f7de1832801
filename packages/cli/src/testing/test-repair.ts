import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { createRecording, SEED } from './create-recording.ts';
import { type Ran, runInProcess } from './run-in-process.ts';

interface Setup {
  readonly fleet: () => Fleet;
  readonly env: () => Record<string, string>;
  readonly errand: (args: string) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
  /** Returns the path of a new file. */
  readonly write: (name: string, content: string) => string;
  readonly recordingOf: (
    name: string,
    nodes: readonly object[],
  ) => ReturnType<typeof createRecording>;
}

const site = 'data:text/html,<h1>Portal</h1><button>Go on</button><button hidden>Go</button>';

/** Returns a recording that clicks a button. */
const portalWith = (button: string, secrets?: object) =>
  createRecording({
    site,
    name: 'portal',
    secrets,
    nodes: [
      {
        interaction_action: {
          click_element: { command: `get_by_role("button", name="${button}", exact=True)` },
          max_tries: 1,
          max_timeout_seconds_per_try: 1,
        },
      },
    ],
  });

/** Defines the tests for repairs with a proposal and by `errand try`. */
export function testRepair({ fleet, env, errand, jsonOf, write, recordingOf }: Setup): void {
  test('repairs a recording with a proposal', async () => {
    const command = 'get_by_role("button", name="Sign im")';
    const settings = { max_tries: 1, max_timeout_seconds_per_try: 1 };
    const misspelled = { interaction_action: { click_element: { command }, ...settings } };
    const path = write('misspelled.json', JSON.stringify(recordingOf('misspelled', [misspelled])));
    await errand(`recordings push ${path}`);
    expect((await errand('run misspelled note=x --wait')).exitCode).toBe(3);
    const { proposals } = await jsonOf('recordings proposals misspelled');
    const [{ proposal_id: id }] = proposals as [{ readonly proposal_id: string }];
    const shown = await errand(`recordings accept misspelled ${id} --dry-run`);
    expect(shown.stdout).toMatch(/^-.*Sign im/m);
    expect(shown.stdout).toMatch(/^\+.*Sign in/m);
    expect((await errand(`recordings accept misspelled ${id}`)).stdout).toMatch(/version 2 on/);
    expect((await errand('run misspelled note=x --wait')).exitCode).toBe(0);
    expect((await errand('recordings proposals misspelled')).stdout).toMatch(/ accepted /);
    expect((await errand(`recordings decline misspelled ${id}`)).exitCode).toBe(0);
    expect((await errand('recordings proposals misspelled')).stdout).toMatch(/ declined /);
  });

  test('repairs a failed task in a debug session, from failure to success', async () => {
    await fleet().store(portalWith('Continue'));
    const failed = await errand('run portal note=x --wait');
    expect(failed.exitCode).toBe(3);
    const [, taskId = ''] = /^Task +(\S+)/.exec(failed.stdout) ?? [];
    const { directory } = fleet();
    const path = join(directory, 'portal.json');
    const pulled = await errand(`recordings pull portal --dir ${directory}`);
    expect(pulled.exitCode).toBe(0);

    const locator = 'get_by_role("button")';
    const words = ['try', path, 'note=x', '--step', '0', '--locate', locator, '--keep'];
    const tried = await runInProcess(words, { env: env() });
    expect(tried).toMatchObject({
      exitCode: 3,
      stdout: expect.stringMatching(/^Step +nodes\[0\] click_element: failed after \d+ ms\nError /),
    });
    expect(tried.stdout).toMatch(/\nClass +locator_not_found\nHint +\S/);
    expect(tried.stdout).toMatch(
      /Located +get_by_role\("button"\) matches 1\n +button "Go on" at \d/,
    );
    const [picture = '', tree = ''] = [...tried.stdout.matchAll(/Saved +(\S+)/g)].map(
      ([, file = '']) => file,
    );
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG');
    expect(readFileSync(tree, 'utf8')).toContain('button "Go on"');
    expect(tree).toMatch(/\/try-1\/page\.txt$/);
    const [, session = ''] = /--session (\S+)/.exec(tried.stderr) ?? [];
    expect(tried.stderr).toContain(`errand sessions end ${session}\n`);
    expect(await jsonOf('sessions ls')).toMatchObject({
      sessions: [{ session_id: session, state: 'ready' }],
    });

    const looked = await runInProcess(
      ['try', path, '--session', session, '--locate', locator, '--keep'],
      { env: env() },
    );
    expect(looked).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Steps +No step ran; the session is at nodes\[0\]\. /),
    });
    const secretly = portalWith('Go on', { pin: [SEED] });
    expect(
      await errand(`try ${write('secret.json', JSON.stringify(secretly))} --session ${session}`),
    ).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /different references for "pin" than those the .* No step ran\. End it/,
      ),
    });

    write('portal.json', JSON.stringify(portalWith('Go on')));
    const repaired = await jsonOf(`try ${path} note=y --session ${session} --step nodes[0]`);
    expect(repaired).toMatchObject({
      session_id: session,
      steps: [{ node_path: 'nodes[0]', outcome: 'done' }],
      failure: null,
      position: null,
      variables: { note: ['y'] },
    });
    expect(await errand(`try ${path} --session ${session}`)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('has ended (closed)'),
    });

    const pushed = await errand(`recordings push ${path}`);
    expect(pushed.stdout).toMatch(/^updated +portal +version 2/);
    expect(await errand(`tasks retry ${taskId} --wait`)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('success'),
    });
  });

  test('says which kept session another one waits for, and ends it', async () => {
    const path = write('waiting.json', JSON.stringify(portalWith('Go on')));
    const words = ['try', path, 'note=x', '--unique', 'note'];
    const kept = await runInProcess([...words, '--keep'], { env: env() });
    const [, session = ''] = /--session (\S+)/.exec(kept.stderr) ?? [];
    const notes: string[] = [];
    const second = runInProcess(words, { env: env(), onNote: (text) => notes.push(text) });
    await pollUntil('the second session waits', async () => notes.length > 0);
    expect(notes).toEqual([
      expect.stringMatching(`^Session \\S+ waits: .*same login.* Held by ${session}\\. `),
    ]);
    expect((await errand(`sessions end ${session}`)).stdout).toContain(session);
    expect((await second).exitCode).toBe(0);
    expect(notes).toHaveLength(1);
  });

  test('runs a whole file in a debug session, and refuses invalid steps', async () => {
    const path = write('whole.json', JSON.stringify(portalWith('Go on').automation));
    const whole = await jsonOf(`try ${path} note=x`);
    expect(whole).toMatchObject({ failure: null, position: null, steps: [] });
    expect(await errand(`try ${path} --step 0 --to 1`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('not both'),
    });
    expect(await errand(`try ${path} --step first`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--step is "first"'),
    });
  });
}
