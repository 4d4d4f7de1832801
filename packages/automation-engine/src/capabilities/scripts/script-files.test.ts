import { expect, test } from '@jest/globals';
import { runExtraction } from '../../test/open-scripts.ts';
import { failureOf } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage((request, response) => {
  if (request.url === '/file.txt') {
    response.setHeader('content-disposition', 'attachment; filename=file.txt');
    return response.end('content of the file');
  }
  return response.end();
});

const form = '<input type=file id=file>';

test('saves files of the run, reads them and uploads them', async () => {
  const body = `
import os
async with page.expect_download() as event:
    await page.evaluate("location.href = '/file.txt'")
download = await event.value
await download.save_as("/tmp/mine.txt")
mine = open("/tmp/mine.txt").read()
one = await ctx.save_download("../../a  b.txt", content="first", metadata={"of": "{who[0]}"})
os.symlink("/etc/passwd", "/tmp/link")
try:
    await ctx.save_download("passwd", path="/tmp/link")
    stolen = True
except OSError:
    stolen = False
open("/tmp/two", "wb").write(b"second")
two = await ctx.save_download("a b.txt", path="/tmp/two")
wrong = []
for arguments in ({"content": ""}, {}, {"content": "x", "path": "/tmp/mine.txt"}):
    try:
        await ctx.save_download("wrong.txt", **arguments)
    except Exception as error:
        wrong.append(str(error))
await page.set_input_files("#file", os.path.basename(two))
for name in ("/etc/passwd", "../x", "none.txt"):
    try:
        await page.set_input_files("#file", name)
    except Exception as error:
        wrong.append(str(error)[:30])
return {"name": download.suggested_filename, "mine": mine, "paths": [one, two], "moved": os.path.exists("/tmp/two"), "stolen": stolen,
        "files": sorted(os.listdir(ctx.downloads_dir)), "read": open(ctx.downloads_dir + "/" + os.path.basename(one)).read(),
        "wrong": wrong, "given": await page.evaluate("document.querySelector('#file').files[0].name")}`;
  const { run, answer } = await runExtraction(stage, form, {
    body,
    options: { inputs: { who: ['Ann'] } },
  });
  expect(failureOf(run)).toBe('success');
  const [first = ''] = (answer as { paths: string[] }).paths;
  const [name = ''] = first.split('/').slice(-1);
  expect(answer).toEqual({
    name: 'file.txt',
    mine: 'content of the file',
    paths: [first, '/tmp/downloads/a b.txt'],
    moved: false,
    stolen: false,
    files: expect.arrayContaining([name, 'a b.txt', 'file.txt']),
    read: 'first',
    wrong: [
      'The file is empty. Save a file that has content.',
      'save_download takes exactly one of content and path.',
      'save_download takes exactly one of content and path.',
      expect.stringContaining('The file_path "/etc/passwd"'),
      expect.stringContaining('The file_path "../x"'),
      expect.stringContaining('The run has no file'),
    ],
    given: 'a b.txt',
  });
  const saved = run.result.downloads.find(({ filename }) => filename === name);
  expect(saved).toMatchObject({ size: 5, metadata: { of: 'Ann' } });
});
