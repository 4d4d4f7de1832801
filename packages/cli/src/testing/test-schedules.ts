import { expect, test } from '@jest/globals';
import { type Ran, runInProcess } from './run-in-process.ts';

interface Setup {
  readonly env: () => Record<string, string>;
  readonly errand: (args: string) => Promise<Ran>;
  readonly jsonOf: (args: string) => Promise<Record<string, unknown>>;
}

/** Defines the tests for schedules. */
export function testSchedules({ env, errand, jsonOf }: Setup): void {
  test('adds, lists, pauses, resumes and removes a schedule', async () => {
    const words = 'schedules add mornings idle note=x --catch-up --cron'.split(' ');
    const added = await runInProcess([...words, '30 7 * * 1-5', '--timezone=Asia/Tokyo'], {
      env: env(),
    });
    expect(added.stdout).toMatch(/^Next run: .*T22:30:00\.000Z\n$/);
    const { schedules } = await jsonOf('schedules ls');
    expect(schedules).toMatchObject([{ name: 'mornings', catch_up: 'once', overlap: 'skip' }]);
    expect((await errand('schedules pause mornings')).stdout).toBe('Paused.\n');
    expect((await errand('schedules ls')).stdout).toMatch(/\nmornings +k +30 7 .* idle +paused/);
    expect((await errand('schedules resume mornings')).stdout).toMatch(/^Next run/);
    expect((await errand('schedules rm mornings')).exitCode).toBe(0);
    expect((await errand('schedules rm mornings')).exitCode).toBe(4);
  });

  test('shows a schedule, and changes only what is named', async () => {
    const words = 'schedules add nights secret note=x --unique note --secure code=totp:JBSWY3DP';
    const added = await runInProcess([...words.split(' '), '--cron', '0 3 * * *'], { env: env() });
    expect(added.exitCode).toBe(0);
    const shown = await errand('schedules show nights');
    expect(shown.stdout).toMatch(/^Schedule +nights\n/);
    expect(shown.stdout).toMatch(/\nTimes +0 3 \* \* \* \(UTC\)\n/);
    expect(shown.stdout).toMatch(/\nCreator +k\n/);
    expect(shown.stdout).toMatch(/\nSecrets +secure_parameters\.code\n/);
    expect(await jsonOf('schedules show nights')).toMatchObject({ name: 'nights', runs: [] });

    const times = await errand(
      'schedules edit nights --name dawns --overlap allow --catch-up once',
    );
    expect(times.stdout).toMatch(/^Next run: .*T03:00:00\.000Z\n$/);
    expect(await jsonOf('schedules show dawns')).toMatchObject({
      overlap: 'allow',
      catch_up: 'once',
      secret_members: ['secure_parameters.code'],
    });
    expect(await errand('schedules edit dawns note=y')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/secure_parameters\.code.*--secure code=REF again/),
    });
    const edit = 'schedules edit dawns note=y --secure code=totp:JBSWY3DP --priority 3';
    expect((await errand(edit)).exitCode).toBe(0);
    expect(await jsonOf('schedules show dawns')).toMatchObject({
      cron: '0 3 * * *',
      task: {
        endpoint_name: 'secret',
        input_parameters: { note: ['y'] },
        unique_parameter_names: ['note'],
        priority: 3,
      },
      secret_members: ['secure_parameters.code'],
    });
    const clear =
      'schedules edit dawns --clear unique --clear priority --secure code=totp:JBSWY3DP';
    expect((await errand(clear)).exitCode).toBe(0);
    const { task } = await jsonOf('schedules show dawns');
    expect(task).toMatchObject({ endpoint_name: 'secret', input_parameters: { note: ['y'] } });
    expect(task).not.toMatchObject({ unique_parameter_names: ['note'] });
    expect(task).not.toMatchObject({ priority: 3 });
    expect((await errand('schedules edit nowhere --name x')).exitCode).toBe(4);
    expect((await errand('schedules rm dawns')).exitCode).toBe(0);
  });
}
