import { expect, test } from '@jest/globals';
import { openModels } from '../../test/open-models.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

// proves field: misc_action.llm_query.output_format; misc_action.llm_query.prompt_instructions
// proves field: misc_action.llm_query.output_variable_names
// proves field: misc_action.llm_query.llm_provider; misc_action.llm_query.llm_model_name
test('asks a model without showing it the page', async () => {
  await using asked = await openModels();
  asked.server.script('query', { json: { capital: 'Riga', rivers: null } });
  const query = {
    output_format: { capital: 'str', rivers: 'List[str]' },
    prompt_instructions: 'The capital of {country[0]}',
    output_variable_names: ['capital', 'rivers'],
    llm_provider: 'openai',
    llm_model_name: 'gpt-5-mini',
  };
  const type = interact('input_text', { command: 'locator("input")', input_text: '{capital[0]}' });
  const warnings: string[] = [];
  const logger = { warn: (message: string) => void warnings.push(message) };
  const run = await stage.run(
    '<p>Page text</p><input>',
    [{ misc_action: { llm_query: query } }, type],
    {
      inputs: { country: ['Latvia'] },
      dependencies: { ...asked.dependencies, logger },
    },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([{ json_data: { capital: 'Riga', rivers: null } }]);
  expect(await run.read('document.querySelector("input").value')).toBe('Riga');
  expect(warnings).toEqual(['model left variables empty']);
  const [request] = asked.server.requests;
  expect(request).toMatchObject({ format: 'openai-responses', model: 'gpt-5-mini', images: [] });
  expect(request?.instructions).toContain('The capital of Latvia');
  expect(JSON.stringify(request?.body)).not.toContain('Page text');
});
