import { expect, test } from '@jest/globals';
import { generateIvyaBundle } from '../../generate.ts';
import { injectedScriptSource } from './ivya-bundle.generated.ts';

test('the committed bundle is what its sources make', async () => {
  const { content } = await generateIvyaBundle();
  expect(content).toContain(JSON.stringify(injectedScriptSource));
});
