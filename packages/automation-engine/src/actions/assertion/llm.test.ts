import { expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { type OpenModels, openModels } from '../../test/open-models.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

const stage = useStage((_, response) => response.end(png));

const html = '<h1>Order 4711 is paid</h1><input id=field>';

function assertion(asked: OpenModels, llm: object, nodes: readonly object[] = []) {
  const group = { llm: { extraction_instructions: 'Order {order[0]} is paid', ...llm } };
  const egress = createEgressGuard({ allowPrivateAddresses: true });
  return stage.run(html, [{ assertion_action: group }, ...nodes], {
    inputs: { order: ['4711'] },
    dependencies: { ...asked.dependencies, egress },
  });
}

// proves field: assertion_action.llm.extraction_instructions
test('passes when the model finds the claim true', async () => {
  await using asked = await openModels();
  const json = { assertion_result: true, assertion_reason: 'The heading says so.' };
  asked.server.script('assertion', { json });
  const run = await assertion(asked, {});
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([{ json_data: json }]);
  expect(asked.server.requests[0]?.instructions).toContain('Order 4711 is paid');
  expect(asked.server.requests[0]?.images).toHaveLength(1);
  expect(asked.server.requests[0]?.texts.join()).not.toContain('BEGIN PAGE');
});

test.each([
  [{ assertion_result: false, assertion_reason: 'It is open.' }, 'It is open.'],
  [{ assertion_result: 'false', assertion_reason: null }, 'the model gave no reason.'],
  [
    { assertion_result: null, assertion_reason: 'x' },
    'the model cannot determine whether the claim is true.',
  ],
])('fails on the verdict %j', async (json, reason) => {
  await using asked = await openModels();
  asked.server.script('assertion', { json });
  const run = await assertion(asked, {});
  expect(failureOf(run)).toBe(`assertion_failed: Assertion failed: ${reason}`);
  expect(run.result).toMatchObject({ error: { retry: 'never' } });
});

// proves field: assertion_action.llm.source; assertion_action.llm.include_full_page
// proves field: assertion_action.llm.recording_screenshot
test('always shows the screenshot, plus the requested sources', async () => {
  await using asked = await openModels();
  asked.server.always('assertion', { json: { assertion_result: true, assertion_reason: '' } });
  const run = await assertion(asked, {
    source: ['axtree'],
    include_full_page: true,
    recording_screenshot: `${stage.url}/recorded.png`,
  });
  expect(failureOf(run)).toBe('success');
  const [request] = asked.server.requests;
  expect(request?.texts.join()).toContain('Order 4711 is paid');
  expect(request?.images.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/jpeg']);
});

// proves field: assertion_action.llm.extraction_format; assertion_action.llm.output_variable_names
// proves field: assertion_action.llm.llm_provider; assertion_action.llm.llm_model_name
test('supports additional fields and variables', async () => {
  await using asked = await openModels();
  const json = { assertion_result: true, assertion_reason: '', payer: 'Ann' };
  asked.server.script('assertion', { json });
  const type = interact('input_text', { command: 'locator("#field")', input_text: '{payer[0]}' });
  const run = await assertion(
    asked,
    {
      extraction_format: { assertion_result: 'bool', assertion_reason: 'str', payer: 'str' },
      output_variable_names: ['payer'],
      llm_provider: 'anthropic',
      llm_model_name: 'claude-haiku-4-5',
    },
    [type],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("#field").value')).toBe('Ann');
  expect(asked.server.requests[0]).toMatchObject({
    format: 'anthropic',
    model: 'claude-haiku-4-5',
  });
});

test('fails when the model is unavailable', async () => {
  await using asked = await openModels({ timeoutMs: 50, maxAttempts: 1 });
  asked.server.always('assertion', { silence: true });
  expect(failureOf(await assertion(asked, {}))).toMatch(/^model_timeout: /);
});
