import { z } from 'zod';
import { describeSettingIssue } from './describe-setting-issue.ts';
import { ExtraCertificatesError, readExtraCertificates } from './read-extra-certificates.ts';
import { readSettingFiles, type SettingFiles } from './read-setting-files.ts';
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

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Validates all settings at once, so that a bad deployment fails at startup with the full list.
 * Throws SettingsError. An empty variable counts as absent: `.env` files and compose files cannot
 * express "unset". A setting NAME can come from the file that NAME_FILE names. The file of
 * NODE_EXTRA_CA_CERTS is checked, too.
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const files = readSettingFiles(namesOf(schema), environment);
  const given = { ...dropEmpty(environment), ...files.values };
  const parsed = schema.safeParse(given);
  const problems = [
    ...files.problems.map(({ name, message }) => `${name} ${message}`),
    ...(parsed.success ? [] : describeIssues(parsed.error.issues, { given, files, environment })),
    ...findCertificateProblems(environment),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new SettingsError(problems);
}

/**
 * Returns the environment with the values of the settings that come from files. Throws
 * SettingsError.
 */
export function resolveSettingFiles(
  names: readonly string[],
  environment: Environment,
): Readonly<Record<string, string>> {
  const { values, problems } = readSettingFiles(names, environment);
  if (problems.length > 0) {
    throw new SettingsError(problems.map(({ name, message }) => `${name} ${message}`));
  }
  return { ...dropEmpty(environment), ...values };
}

/** Returns the names of the settings: the schema is an object of them, or a transform of one. */
function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return namesOf(schema.in);
  throw new TypeError('A schema of settings must be an object or a transform of one.');
}

function dropEmpty(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Skips settings whose file could not be read: they would be reported as missing, too. */
function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  {
    given,
    files,
    environment,
  }: {
    readonly given: Environment;
    readonly files: SettingFiles;
    readonly environment: Environment;
  },
): string[] {
  const unread = new Set(files.problems.map(({ name }) => name));
  return issues.flatMap((issue) => {
    const [name, entry] = [String(issue.path[0]), issue.path[1]];
    if (unread.has(name)) return [];
    if (!(name in given) && issue.message.includes('received undefined')) {
      return [`${name} is missing. It has no default.`];
    }
    const message = describeSettingIssue(issue);
    const place = typeof entry === 'number' ? ` (entry ${entry + 1})` : '';
    const file = name in files.values ? ` (from "${environment[`${name}_FILE`]}")` : '';
    const source = `${file}${place}`;
    return [isPredicate(message) ? `${name}${source} ${message}` : `${name}${source}: ${message}`];
  });
}

function findCertificateProblems(environment: Environment): string[] {
  try {
    readExtraCertificates(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ExtraCertificatesError)) throw error;
    return [`NODE_EXTRA_CA_CERTS ${error.message}`];
  }
}

/**
 * Returns a transform that parses the text of a setting. An `Invalid` error thrown by `parse`
 * becomes a problem of the setting; any other error is thrown.
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

/** Returns whether the message continues a sentence that begins with the setting's name. */
function isPredicate(message: string): boolean {
  return /^(?:is|must) /.test(message);
}
