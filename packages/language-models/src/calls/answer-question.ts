import type { LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { JsonValue } from '@errand/foundation';
import { fitToSchema } from '../answers/fit-to-schema.ts';
import { isClosedSchema } from '../answers/is-closed-schema.ts';
import { readJson } from '../answers/read-json.ts';
import { toWireSchema } from '../answers/wire-schema.ts';
import type { Question } from '../language-models.ts';
import type { ModelRequest } from './ask-models.ts';
import { toPrompt } from './prompt.ts';

export function toAnswerRequest(question: Question): ModelRequest<JsonValue> {
  const { instructions, parts, schema, thinkingTokens } = question;
  const wire = toWireSchema(schema);
  const isClosed = isClosedSchema(wire.schema);
  return {
    choice: question,
    thinkingTokens,
    options({ provider }) {
      // Anthropic's thinking models cannot be forced to use the tool that returns the answer.
      const isSchemaSaid = provider.isSchemaSaid || thinkingTokens !== undefined;
      const system = isSchemaSaid ? `${instructions}\n\n${sayJson(wire.schema)}` : instructions;
      return {
        prompt: toPrompt(system, [{ role: 'user', parts }]),
        responseFormat: { type: 'json', name: 'answer', schema: wire.schema as object },
        providerOptions: provider.options({ isClosed }),
      };
    },
    async read(result) {
      const json = readJson(textOf(result));
      if (json === undefined) return { problem: 'it is not a JSON object' };
      return fitToSchema(wire.restore(json), schema);
    },
  };
}

function sayJson(schema: object): string {
  return `Answer with one JSON object of this JSON schema and nothing else:\n${JSON.stringify(schema)}`;
}

export function textOf({ content, structuredOutputText }: LanguageModelV4GenerateResult): string {
  return (
    structuredOutputText ?? content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  );
}
