import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fleet } from '@errand/task-runner/testing';
import { describe, expect, test } from '@jest/globals';
import { CLICK_NOTHING, type createRecording } from './create-recording.ts';
import { linesOf, type Ran, type Surroundings } from './run-in-process.ts';

interface Setup {
  readonly fleet: () => Fleet;
  readonly errand: (args: string, more?: Surroundings) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
  /** Returns the path of a new file. */
  readonly write: (name: string, content: string) => string;
  readonly recordingOf: (
    name: string,
    nodes: readonly object[],
  ) => ReturnType<typeof createRecording>;
}

const withoutName = ({ endpoint_name: _name, ...others }: object & { endpoint_name: string }) =>
  others;

/** Defines the tests for recordings that are kept in files. */
export function testRecordingFiles({ fleet, errand, jsonOf, write, recordingOf }: Setup): void {
  /** Returns the version comments of a recording, newest first. */
  const commentsOf = async (name: string) => {
    const { call } = fleet().controlPlane;
    const read = async (path: string) =>
      (await call('GET', path)).body as Readonly<Record<string, Record<string, unknown>[]>>;
    const named = `/api/v1/get_recordings?fields=summary&endpoint_name=^${name}$`;
    const id = String((await read(named))['recordings']?.[0]?.['recording_id']);
    const { versions = [] } = await read(`/api/v1/recordings/${id}/versions`);
    return versions.map(({ comment }) => comment);
  };

  describe('recordings in files', () => {
    test('are pulled as they were pushed, and only changes create versions', async () => {
      const recording = recordingOf('filed', [CLICK_NOTHING]);
      const folder = join(fleet().directory, 'recordings');
      mkdirSync(folder);
      const path = join(folder, 'filed.json');
      writeFileSync(path, JSON.stringify(recording, undefined, 2));
      expect((await errand(`recordings diff ${path}`)).exitCode).toBe(3);
      const dry = `recordings push ${path} --dry-run`;
      expect((await errand(dry)).stdout).toBe('would be created    filed\n');
      const foreseen = { path, endpoint_name: 'filed', dry_run: true };
      expect(linesOf((await errand(`${dry} --json`)).stdout)).toEqual([
        { ...foreseen, result: 'created', version: null },
      ]);
      expect((await errand(`recordings push ${path}`)).stdout).toBe(
        'created    filed  version 1\n',
      );
      expect(readFileSync(path, 'utf8')).toBe(
        JSON.stringify(
          { endpoint_name: 'filed', version: 1, ...withoutName(recording) },
          undefined,
          2,
        ),
      );
      expect(await errand(`recordings diff ${path}`)).toMatchObject({ exitCode: 0, stdout: '' });
      expect((await errand(`recordings push ${path}`)).stdout).toContain('unchanged');
      expect((await errand(`recordings push ${folder}`)).stdout).toContain('unchanged');
      expect(linesOf((await errand(`${dry} --json`)).stdout)).toEqual([
        { ...foreseen, result: 'unchanged', version: 1 },
      ]);
      const { description: _description, ...undescribed } = recording;
      const short = write('undescribed.json', JSON.stringify(undescribed));
      expect((await errand(`recordings push ${short}`)).stdout).toContain('unchanged');
      expect((await errand(`recordings diff ${short}`)).exitCode).toBe(0);
      expect((await errand(`recordings pull filed --dir ${folder}`)).stdout).toContain('unchanged');

      writeFileSync(path, JSON.stringify({ ...recording, description: 'Is new.' }));
      const { exitCode, stdout } = await errand(`recordings diff ${path}`);
      expect(exitCode).toBe(3);
      expect(stdout.match(/^[-+] .*/gm)).toEqual([
        '-  "description": "Is filed.",',
        '+  "description": "Is new.",',
      ]);
      const changed = { ...recording, automation: { ...recording.automation, nodes: [] } };
      writeFileSync(path, JSON.stringify(changed));
      expect((await errand(`recordings push ${path}`)).stdout).toBe(
        'updated    filed  version 2\n',
      );
      expect((await errand('recordings rollback filed 1')).stdout).toMatch(/version 3/);
      expect((await errand(`recordings pull --yaml --dir ${folder}`)).stdout).toMatch(
        /written +\S*filed\.json/,
      );
      expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...recording, version: 3 });
      const yaml = join(folder, 'idle.yaml');
      expect(readFileSync(yaml, 'utf8')).toMatch(/^endpoint_name: idle\nversion: 1\n/);
      expect(await errand(`recordings diff ${yaml}`)).toMatchObject({ exitCode: 0 });
      expect(await jsonOf('recordings show idle')).toEqual({
        ...recordingOf('idle', []),
        version: 1,
      });
      expect((await errand('recordings ls ^filed$')).stdout).toMatch(
        /\nfiled +3 .* note +Is filed/,
      );
    });

    test('do not replace what another author has stored, unless forced', async () => {
      const mine = write('mine.json', JSON.stringify(recordingOf('both', [])));
      expect((await errand(`recordings push ${mine}`)).exitCode).toBe(0);
      const folder = join(fleet().directory, 'other-author');
      expect((await errand(`recordings pull both --yaml --dir ${folder}`)).exitCode).toBe(0);
      const theirs = join(folder, 'both.yaml');
      const pulled = readFileSync(theirs, 'utf8');
      const edited = `# Ours.\n${pulled.replace('Is both.', 'Is theirs.')}`;
      writeFileSync(theirs, edited);
      expect((await errand(`recordings push ${theirs}`)).stdout).toContain('updated    both');
      expect(readFileSync(theirs, 'utf8')).toBe(edited.replace('version: 1', 'version: 2'));

      const changed = { ...recordingOf('both', [CLICK_NOTHING]), version: 1 };
      writeFileSync(mine, JSON.stringify(changed));
      for (const option of ['', ' --dry-run']) {
        expect(await errand(`recordings push ${mine}${option}`)).toMatchObject({
          exitCode: 3,
          stdout: '',
          stderr: expect.stringMatching(
            /mine\.json: the file is based on version 1 of "both", but version 2 is current\..*Nothing is stored/s,
          ),
        });
      }
      const based = (version: number) =>
        errand(`recordings push ${mine} --base-version ${version}`);
      for (const version of [0, 1]) {
        expect(await based(version)).toMatchObject({
          exitCode: 3,
          stdout: '',
          stderr: expect.stringMatching(
            new RegExp(`--base-version is ${version}, but version 2 of "both".*Nothing is`, 's'),
          ),
        });
      }
      for (const more of ['--force', theirs]) {
        const refused = await errand(`recordings push ${mine} ${more} --base-version 2`);
        expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      }
      expect((await errand(`recordings push ${mine} --force`)).stdout).toMatch(/both +version 3\n/);
      expect(JSON.parse(readFileSync(mine, 'utf8'))).toEqual({ ...changed, version: 3 });
      writeFileSync(mine, JSON.stringify({ ...changed, version: 'new' }));
      expect((await errand(`recordings push ${mine}`)).stderr).toContain(
        'has a version that is not',
      );
    });

    test('are rolled out to some of the tasks, and rolled back', async () => {
      for (const nodes of [[], [CLICK_NOTHING]]) {
        const path = write('canary.json', JSON.stringify(recordingOf('canary', nodes)));
        expect((await errand(`recordings push ${path}`)).exitCode).toBe(0);
      }
      const rollout = 'recordings rollout canary';
      expect(await errand(rollout)).toMatchObject({
        exitCode: 4,
        stderr: expect.stringMatching(/has had no roll-out/),
      });
      for (const change of [`${rollout} --version 1 --percent 5`, 'recordings rollback canary 1']) {
        expect(await errand(`${change} --base-version 1`)).toMatchObject({
          exitCode: 1,
          stderr: expect.stringMatching(/version 2/i),
        });
      }
      const start = `${rollout} --base-version 2 --version 1 --first 20 --min-tasks 10 --max-increase 2 --comment slower`;
      expect((await errand(start)).stdout).toBe('Version 3 is being rolled out.\n');
      expect((await errand(rollout)).stdout.split('\n').slice(0, 3)).toEqual([
        'Roll-out   running, version 3 for the first 20 tasks',
        'Version 3  0 succeeded, 0 failed, 0 lost',
        'Version 2  0 succeeded, 0 failed, 0 lost',
      ]);
      expect(await errand(`${rollout} --version 2 --percent 5`)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/being rolled out/),
      });
      expect((await errand(`${rollout} --stop`)).stdout).toMatch(/version 4/);
      expect(await jsonOf(rollout)).toMatchObject({ state: 'stopped', version: 3 });
      expect((await errand(rollout)).stdout).toMatch(
        /\nEnded {6}\S+Z: somebody chose version \d\n/,
      );
    });

    test('are pushed to some of the tasks, with a comment', async () => {
      const path = write('pushed.json', JSON.stringify(recordingOf('pushed', [])));
      const push = `recordings push ${path}`;
      const early = await errand(`${push} --percent 10`);
      expect(early).toMatchObject({ exitCode: 4, stdout: '' });
      expect((await errand(`${push} --comment first`)).exitCode).toBe(0);
      const changed = { ...recordingOf('pushed', [CLICK_NOTHING]), description: 'Clicks.' };
      write('pushed.json', JSON.stringify(changed));
      const terms = '--percent 10 --min-tasks 7 --max-increase 2 --comment try';
      expect((await errand(`${push} ${terms}`)).stdout).toBe(
        'started    pushed  version 2, for some of the tasks\n',
      );
      expect(await jsonOf('recordings rollout pushed')).toMatchObject({
        state: 'running',
        version: 2,
        base_version: 1,
        percent: 10,
        min_tasks: 7,
        max_failure_rate_increase: 0.02,
      });
      expect((await errand('recordings ls ^pushed$')).stdout).toMatch(/ Clicks\.$/m);
      expect((await errand('recordings rollout pushed --stop')).exitCode).toBe(0);
      expect((await errand('recordings rollback pushed 2 --comment again')).exitCode).toBe(0);
      expect(await commentsOf('pushed')).toEqual([
        'again',
        'The roll-out of version 2 was stopped.',
        'try',
        'first',
      ]);
    });

    test('are replaced by an import only with consent', async () => {
      const text = `import { test } from '@playwright/test';
        test('taken', async ({ page }) => { await page.goto('${fleet().site.url}/'); });`;
      const source = write('taken.spec.ts', text);
      const path = write('taken.json', JSON.stringify(recordingOf('taken', [])));
      expect((await errand(`recordings push ${path}`)).exitCode).toBe(0);
      const refused = await errand(`import ${source} --push`);
      expect(refused).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/recordings named "taken" already.* --replace/),
      });
      const answers = { n: 1, y: 0 };
      for (const [stdin, exitCode] of Object.entries(answers)) {
        const asked = await errand(`import ${source} --push`, { stdin, isTyped: true });
        expect(asked).toMatchObject({
          exitCode,
          stderr: expect.stringMatching(/^There are recordings named "taken"\. Replace them\?/),
        });
      }
      expect((await errand(`recordings push ${path} --force`)).stdout).toContain('version 3');
      const replacing = `import ${source} --push --replace --comment imported`;
      expect((await errand(replacing)).stderr).toContain('updated  taken  version 4');
      expect(await commentsOf('taken')).toEqual(['imported', null, null, null]);
    });

    test('are found in every workspace', async () => {
      const { url, apiKey } = fleet().controlPlane;
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const post = (path: string, body: object) =>
        fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const { workspace } = await (await post('workspaces', { name: 'other' })).json();
      const recording = recordingOf('elsewhere', []);
      const { workspace_id } = workspace;
      expect((await post('recordings', { ...recording, workspace_id })).status).toBe(201);
      const path = write('elsewhere.json', JSON.stringify(recording));
      expect((await errand(`recordings push ${path}`)).stdout).toMatch(/^unchanged +elsewhere/);
      expect((await errand('recordings ls ^elsewhere$')).stdout).toContain('elsewhere');
    });

    test('are stored only if none of them has faults', async () => {
      const good = write('good.json', JSON.stringify(recordingOf('never', [])));
      const bad = write('bad.json', JSON.stringify(recordingOf('faulty', [{ type: 'nothing' }])));
      const pushed = await errand(`recordings push ${good} ${bad}`);
      expect(pushed).toMatchObject({ exitCode: 3, stdout: '' });
      expect(pushed.stderr).toMatch(/bad\.json: nodes\[0\]\.type: error: .*Nothing is stored/s);
      expect((await errand('recordings show never')).exitCode).toBe(4);
      const linted = await errand(`lint ${bad} ${good} --json`);
      expect(linted.exitCode).toBe(3);
      expect(linesOf(linted.stdout).map(({ valid }) => valid)).toEqual([false, true]);
    });

    test('are all stored even if one of the files cannot be written afterwards', async () => {
      const [first, second] = ['unwritable', 'writable'].map((name) =>
        write(`${name}.json`, JSON.stringify(recordingOf(name, []))),
      );
      const pushed = await errand(`recordings push ${first} ${second}`, {
        onOutput(text) {
          if (!text.includes('unwritable')) return;
          rmSync(String(first));
          mkdirSync(String(first));
        },
      });
      expect(pushed).toMatchObject({
        exitCode: 0,
        stdout: 'created    unwritable  version 1\ncreated    writable  version 1\n',
        stderr: expect.stringMatching(
          /unwritable\.json does not say that it is now based on version 1: EISDIR/,
        ),
      });
      expect(JSON.parse(readFileSync(String(second), 'utf8'))).toHaveProperty('version', 1);
    });

    test('are linted with the requirements of a push, unlike bare automations', async () => {
      const { endpoint_name: _name, ...nameless } = recordingOf('never', []);
      const path = write('nameless.json', JSON.stringify(nameless));
      expect(await errand(`lint ${path}`)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/nameless\.json: warning: .*push.*\(no-endpoint-name\)\n$/),
      });
      expect((await errand(`recordings push ${path}`)).stderr).toContain('has no endpoint_name');
      const alone = write('alone.json', JSON.stringify(nameless.automation));
      expect((await errand(`lint ${alone}`)).stdout).toBe(`${alone}: no faults\n`);
    });
  });
}
