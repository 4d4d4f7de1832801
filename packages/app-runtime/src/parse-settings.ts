import { z } from 'zod';
import { StartError } from './start-error.ts';

/**
 * Settings are missing or invalid. The message lists all of them, so it is shown without a stack.
 */
export class SettingsError extends StartError {
  override readonly code = 'settings';

  constructor(problems: readonly string[]) {
    super(
      `These settings are missing or wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.stack = this.message;
  }
}

/**
 * Validates all settings at once, so that a bad deployment fails at startup with the full list.
 * Throws SettingsError. An empty variable counts as absent: `.env` files and compose files cannot
 * express "unset".
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new SettingsError(
    parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.');
      if (!(name in given) && message.includes('received undefined')) {
        return `${name} is missing. It has no default.`;
      }
      return isPredicate(message) ? `${name} ${message}` : `${name}: ${message}`;
    }),
  );
}

/**
 * Returns a transform that parses the text of a setting. An `Invalid` error of `parse` becomes a
 * problem of the setting; any other is thrown.
 */
export function settingFrom<Value>(
  parse: (text: string) => Value,
  Invalid: new (...values: never[]) => Error,
): (text: string, context: z.RefinementCtx) => Value {
  return (text, context) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  };
}

/** Whether the message continues a sentence that begins with the setting's name. */
function isPredicate(message: string): boolean {
  return /^(?:is|must) /.test(message);
}
