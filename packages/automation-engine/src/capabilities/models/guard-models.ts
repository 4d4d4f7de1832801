import type { LanguageModels, Message, Part } from '@errand/language-models';

/** A model's input and answer, with secrets redacted. */
export interface ModelCall {
  readonly purpose: string;
  /** The `provider/model` that returned the answer. */
  readonly model: string;
  readonly instructions: string;
  /** Text of the page and of tools, in order. Images and documents appear by name only. */
  readonly texts: readonly string[];
  readonly answer: unknown;
}

interface Guard {
  readonly redact: (text: string) => string;
  /** Called after every answer. */
  readonly onCall?: ((call: ModelCall) => void) | undefined;
}

/**
 * The models of a run. Everything that a run sends to a model goes through here, without secrets.
 */
export function guardModels(models: LanguageModels, { redact, onCall }: Guard): LanguageModels {
  const redactPart = (part: Part): Part => {
    if (part.type === 'text') return { ...part, text: redact(part.text) };
    return part.type === 'pdf' ? { ...part, filename: redact(part.filename) } : part;
  };
  const redactMessage = (message: Message): Message => {
    if (message.role === 'user') return { ...message, parts: message.parts.map(redactPart) };
    if (message.role === 'assistant') return message;
    const results = message.results.map((result) => ({ ...result, text: redact(result.text) }));
    return { ...message, results };
  };
  return {
    usage: models.usage,
    async answer(asked, signal) {
      const question = {
        ...asked,
        instructions: redact(asked.instructions),
        parts: asked.parts.map(redactPart),
      };
      const answer = await models.answer(question, signal);
      onCall?.({
        ...describe(question, question.parts),
        model: answer.model,
        answer: answer.value,
      });
      return answer;
    },
    async converse(asked, signal) {
      const conversation = {
        ...asked,
        instructions: redact(asked.instructions),
        messages: asked.messages.map(redactMessage),
      };
      const turn = await models.converse(conversation, signal);
      const { text, toolCalls, model } = turn;
      const parts = conversation.messages.flatMap(partsOf);
      onCall?.({ ...describe(conversation, parts), model, answer: { text, toolCalls } });
      return turn;
    },
  };
}

function describe(
  { purpose, instructions }: { readonly purpose: string; readonly instructions: string },
  parts: readonly Part[],
): Pick<ModelCall, 'purpose' | 'instructions' | 'texts'> {
  return { purpose, instructions, texts: parts.map(textOf) };
}

function partsOf(message: Message): readonly Part[] {
  if (message.role === 'user') return message.parts;
  const texts = message.role === 'tool' ? message.results.map(({ text }) => text) : [message.text];
  return texts.map((text) => ({ type: 'text', text }));
}

function textOf(part: Part): string {
  if (part.type === 'text') return part.text;
  const kind = part.type === 'pdf' ? part.filename : part.mediaType;
  return `(${kind}, ${part.content.byteLength} bytes)`;
}
