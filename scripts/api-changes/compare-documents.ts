import { isRecord } from '@errand/foundation';
import { compareOpenApi } from 'api-smart-diff';

type Json = Readonly<Record<string, unknown>>;

/** A difference between two API documents that clients can notice. */
export interface Change {
  /** The operation, such as `GET /api/v1/tasks`. */
  readonly operation: string;
  /** What changed, and where in the operation. */
  readonly what: string;
  /** Whether a client that was written against the old document may stop working. */
  readonly isBreaking: boolean;
}

interface Difference {
  readonly path: readonly (string | number)[];
  readonly action: string;
  readonly type: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly description?: string;
}

/** Members meant only for people. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'summary', 'example', 'examples']);

/** The differences, by operation. Webhooks are compared as messages that clients receive. */
export function compareDocuments(released: unknown, current: unknown): Change[] {
  const { diffs } = compareOpenApi(prepare(released), prepare(current)) as {
    readonly diffs: readonly Difference[];
  };
  // Named schemas are compared where operations use them, because only an operation shows who sends
  // them.
  const differences = diffs.filter(
    ({ path: [root], type }) => root === 'paths' && type !== 'annotation',
  );
  return differences.map((difference) => ({
    operation: nameOperation(difference.path),
    what: describe(difference),
    isBreaking: isBreaking(difference),
  }));
}

const prepare = (document: unknown): unknown => codesAsMembers(withoutTexts(document));

/** The library compares the values of an enum by their positions, and members by their names. */
function codesAsMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(codesAsMembers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const { enum: codes } = record(record(member)['schema']);
      if (key !== 'x-error-code' || !Array.isArray(codes)) return [key, codesAsMembers(member)];
      const properties = Object.fromEntries(codes.map((code) => [String(code), {}]));
      return [key, { schema: { type: 'object', properties } }];
    }),
  );
}

/** The document without descriptions and examples, which take most of the time, and with webhooks as paths. */
export function withoutTexts(document: unknown): Json {
  const { webhooks, paths, ...rest } = strip(document) as Json;
  return { ...rest, paths: { ...record(paths), ...readWebhooks(record(webhooks)) } };
}

/** A member named `description` is a description in a schema, but not among `properties`. */
function strip(value: unknown, isNameOfMember = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => strip(entry));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => isNameOfMember || !TEXTS.has(key));
  return Object.fromEntries(
    kept.map(([key, member]) => [key, strip(member, !isNameOfMember && key === 'properties')]),
  );
}

function readWebhooks(webhooks: Json): Json {
  return Object.fromEntries(
    Object.entries(webhooks).map(([name, path]) => {
      const { requestBody } = record(record(path)['post']);
      const received = { description: '', content: record(requestBody)['content'] };
      return [`/webhooks/${name}`, { post: { responses: { '200': received } } }];
    }),
  );
}

/**
 * The library's result with three corrections: it considers every type change breaking in requests
 * and harmless in responses, considers the removal of an optional member harmless, and ignores
 * error codes.
 */
function isBreaking({ path, action, type, before, after }: Difference): boolean {
  if (path.includes('x-error-code')) return action === 'remove';
  if (path.at(-2) === 'properties' && action === 'remove') return true;
  if (path.at(-1) !== 'type' || action !== 'replace') return type === 'breaking';
  const [old, now] = [[before].flat(), [after].flat()];
  const [accepted, sent] = path.includes('responses') ? [old, now] : [now, old];
  return sent.some((one) => !accepted.includes(one));
}

const nameOperation = ([, path = '', method = '']: Difference['path']): string =>
  `${String(method).toUpperCase()} ${path}`.trim();

function describe({ path, action, before, after, description }: Difference): string {
  if (path.includes('x-error-code')) {
    const [, , , , status, , , , , code = 'the codes'] = path;
    return `[${action}] ${code} of response ${status}`;
  }
  const place = path.slice(3).join('.');
  const values = [before, after].map((value) =>
    isRecord(value) ? undefined : JSON.stringify(value),
  );
  const [old, now] = values;
  const change = [old !== undefined && `was ${old}`, now !== undefined && `is ${now}`].filter(
    Boolean,
  );
  const text = description ?? `[${action}] ${place === '' ? 'the operation' : place}`;
  return change.length === 0 ? text : `${text} (${place}: ${change.join(', ')})`;
}

function record(value: unknown): Json {
  return isRecord(value) ? value : {};
}
