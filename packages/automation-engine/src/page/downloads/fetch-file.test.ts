import { expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

let requests: string[] = [];
const stage = useStage((request, response) => {
  const path = request.url ?? '';
  if (!path.startsWith('/files/')) return response.end();
  requests.push(`${path} ${String(request.headers.cookie)}`);
  if (path === '/files/missing') return response.writeHead(404).end();
  if (path === '/files/named') {
    response.setHeader('content-disposition', 'attachment; filename="../../named.pdf"');
  }
  if (path === '/files/typed') response.setHeader('content-type', 'text/csv; charset=utf-8');
  return response.end(`content of ${path}`);
});

const html = '<script>document.cookie = "session=1"</script><input type=file>';
const egress = createEgressGuard({ allowPrivateAddresses: true });
const upload = (fileUrl: string) =>
  interact('upload_file', { command: 'locator("input")', file_url: fileUrl });
const chosen = `(async () => {
  const [file] = document.querySelector('input').files;
  return [file.name, await file.text()];
})()`;

// proves field: interaction_action.upload_file.file_url
test.each([
  ['a%20report.txt?x=1', 'a report.txt'],
  ['named', '_.._named.pdf'],
  ['typed', 'typed.csv'],
])('gives the page the file at an address, named after it: %s', async (path, name) => {
  requests = [];
  const run = await stage.run(html, [upload(`{base[0]}/files/${path}`)], {
    inputs: { base: [stage.url] },
    dependencies: { egress },
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read(chosen)).toEqual([name, `content of /files/${path}`]);
  expect(requests).toEqual([`/files/${path} undefined`]);
  expect(run.result.downloads).toEqual([]);
});

test('fails when the address has no file', async () => {
  const run = await stage.run(html, [upload(`${stage.url}/files/missing`)], {
    dependencies: { egress },
  });
  expect(failureOf(run)).toBe(
    'download_missing: No file was received: the server responded with status 404.',
  );
});

test('fetches nothing from a private address unless the operator allows it', async () => {
  requests = [];
  const run = await stage.run(html, [upload(`${stage.url}/files/typed`)]);
  expect(failureOf(run)).toMatch(/^egress_blocked: /);
  expect(requests).toEqual([]);
});
