import { basename } from 'node:path';
import type { ErrandSchemas } from '@errand/client';
import { UsageError } from '../errors/command-errors.ts';
import type { Call } from '../command/define-command.ts';
import { readLocalFile } from '../terminal/read-local-file.ts';
import { readInput } from '../terminal/terminal.ts';

type Submission = ErrandSchemas['SubmitTaskRequest'];
type Secret = ErrandSchemas['SecureParameter'];

/** Reads members of the submission from arguments and options: `key=value`, --secure and --file. */
export async function readInputs(
  call: Call,
  words: readonly string[],
): Promise<Pick<Submission, 'input_parameters' | 'secure_parameters' | 'input_files'>> {
  const files = call.list('file').map((path) => ({
    name: basename(path),
    content_base64: readLocalFile(path).toString('base64'),
  }));
  const parameters = await readParameters(call, words);
  return { ...parameters, ...(files.length > 0 && { input_files: files }) };
}

/** Reads inputs from the arguments `key=value`, and references from --secure. */
export async function readParameters(
  call: Call,
  words: readonly string[],
): Promise<Pick<Submission, 'input_parameters' | 'secure_parameters'>> {
  const valueOf = createValueReader(call);
  const inputs = new Map<string, string[]>();
  for (const word of words) {
    const [key, value] = splitPair(word);
    inputs.set(key, [...(inputs.get(key) ?? []), await valueOf(value)]);
  }
  return { input_parameters: Object.fromEntries(inputs), ...(await readSecrets(call, valueOf)) };
}

/** Returns the member of the submission for --secure. */
export async function readSecrets(
  call: Call,
  valueOf = createValueReader(call),
): Promise<Pick<Submission, 'secure_parameters'>> {
  const secrets = new Map<string, Secret[]>();
  for (const word of call.list('secure')) {
    const [key, value] = splitPair(word);
    secrets.set(key, [...(secrets.get(key) ?? []), parseSecret(key, await valueOf(value))]);
  }
  return secrets.size > 0 ? { secure_parameters: Object.fromEntries(secrets) } : {};
}

function splitPair(word: string): [string, string] {
  const position = word.indexOf('=');
  if (position > 0) return [word.slice(0, position), word.slice(position + 1)];
  throw new UsageError(
    `"${word}" is not an input: specify key=value, key=@FILE or key=@- (standard input).`,
  );
}

/** Values as given, from files (`@FILE`) or from standard input (`@-`); `@@` stands for one `@`. */
function createValueReader({ terminal }: Call): (value: string) => Promise<string> {
  let isRead = false;
  return async (value) => {
    if (!value.startsWith('@')) return value;
    if (value.startsWith('@@')) return value.slice(1);
    if (value !== '@-') return withoutLastBreak(readLocalFile(value.slice(1)).toString());
    if (isRead) throw new UsageError('@- is given more than once: standard input is one value.');
    isRead = true;
    return withoutLastBreak(await readInput(terminal.stdin));
  };
}

const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/, '');

/** Returns where a secret is: the reference in a vault, or the API's object for it. */
function parseSecret(key: string, text: string): Secret {
  if (text.startsWith('{')) return parseObject(key, text);
  const [, scheme, rest = ''] = /^(op|aws|totp):(?:\/\/)?(.+)$/.exec(text) ?? [];
  const parts = rest.split('/');
  if (scheme === 'op' && parts.length === 3) {
    const [vault = '', item = '', field = ''] = parts;
    return { onepassword: { vault_name: vault, item_name: item, field_name: field } };
  }
  if (scheme === 'aws' && parts.length > 1) {
    const [region = '', ...path] = parts;
    const [name = '', member] = path.join('/').split('#');
    return {
      amazon_secrets_manager: {
        region_name: region,
        secret_name: name,
        ...(member !== undefined && { key: member }),
      },
    };
  }
  if (scheme === 'totp') return { totp: { totp_secret: rest } };
  // Not the value itself: it may be a password.
  throw new UsageError(
    `--secure ${key}=... is not a reference to a secret: specify op://VAULT/ITEM/FIELD, aws://REGION/SECRET#KEY, totp:SEED or a JSON object of the API. Passwords themselves are not accepted.`,
  );
}

function parseObject(key: string, text: string): Secret {
  try {
    return JSON.parse(text) as Secret;
  } catch (cause) {
    throw new UsageError(`--secure ${key}=... begins with "{" but is not JSON.`, { cause });
  }
}
