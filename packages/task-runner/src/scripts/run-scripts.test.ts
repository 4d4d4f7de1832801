import { expect, test } from '@jest/globals';
import { openFleet } from '../testing/open-fleet.ts';

test('runs the scripts of a task from submit to result', async () => {
  await using fleet = await openFleet();
  await using _worker = await fleet.startWorker({ SCRIPT_SECONDS: '10' });
  const script = `import os
async def code_fn(axtree, browser, ctx):
    page = await browser.get_current_page()
    await ctx.save_download("report.txt", content=f"{login[0]} as {os.getuid()}")
    return {"login": "{login[0]}", "hosts": os.path.exists("/etc/hosts"), "title": bool(await page.title()), "unique": ctx.unique_parameters}`;
  const extract = { extraction_action: { python_script: { script } } };
  const named = { submission: { unique_parameter_names: ['login'] } };
  const hang = { python_script_action: { execution_code: 'while True: pass' } };
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
