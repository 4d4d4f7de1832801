import { expect, test } from '@jest/globals';
import { generateIvyaBundle } from '../../generate.ts';
import { injectedScriptSource } from './ivya-bundle.generated.ts';

test('the committed bundle matches its sources', async () => {
  const { content } = await generateIvyaBundle();
  expect(content).toContain(JSON.stringify(injectedScriptSource));
});
