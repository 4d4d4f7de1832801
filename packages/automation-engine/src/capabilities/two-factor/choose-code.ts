import { ModelMissingError } from '../../errors.ts';
import { askFormat } from '../models/ask-format.ts';
import { chooseOneTimeCode } from '../models/instructions.ts';
import type { AskModel } from '../models/model-question.ts';
import type { CodeRun } from './code-run.ts';
import { findCodes, hasCode } from './find-codes.ts';
import type { ReceivedMessage } from './message-source.ts';

/**
 * Returns the code of the newest message that has one: matched by pattern, or chosen by a model if
 * there are instructions or no pattern matches. A model's answer counts only if it occurs in a
 * message. Throws `ModelMissingError` if the instructions must choose between codes and there is no
 * model, and the errors of `@errand/language-models`.
 */
export async function chooseCode(
  { askModel }: Pick<CodeRun, 'askModel'>,
  messages: readonly ReceivedMessage[],
  instructions: string,
): Promise<{ readonly code: string; readonly message: ReceivedMessage } | undefined> {
  const newestFirst = messages.toSorted((one, other) => +other.receivedAt - +one.receivedAt);
  const found = newestFirst.flatMap((message) => {
    const codes = findCodes(message.text);
    const [code] = codes;
    return code === undefined ? [] : [{ code, message, isOnly: codes.length === 1 }];
  });
  const [newest] = found;
  if (instructions === '' && newest) return newest;
  if (askModel) return askForCode(askModel, newestFirst, instructions);
  if (instructions === '' || messages.length === 0) return undefined;
  if (newest?.isOnly) return newest;
  throw new ModelMissingError('two_factor');
}

async function askForCode(
  askModel: AskModel,
  messages: readonly ReceivedMessage[],
  instructions: string,
): ReturnType<typeof chooseCode> {
  if (messages.length === 0) return undefined;
  const texts = messages.map(
    ({ text, receivedAt }, place) =>
      `Message ${place + 1}, of ${receivedAt.toISOString()}:\n${text}`,
  );
  const answer = await askFormat(
    { askModel },
    {
      purpose: 'two_factor',
      instructions: chooseOneTimeCode(instructions),
      pageText: texts.join('\n\n'),
      format: { code: 'str' },
    },
  );
  const code = typeof answer['code'] === 'string' ? answer['code'].replaceAll(/[\s-]/g, '') : '';
  const message = messages.find(({ text }) => hasCode(text, code));
  return message && { code, message };
}
