import { isRecord } from '@errand/foundation';
import { asRecord, type Json } from './json-document.ts';
import { METHODS } from './methods.ts';

/**
 * Declares in every error response of an operation the values that its `x-error-code` can have:
 * those of its status in `x-error-codes`, a member of the root file, and those in the `x-error-codes`
 * of the response itself, or only those in its `x-only-error-codes`. Throws for an error response without codes. Does nothing for a root file
 * without the member.
 */
export function addErrorCodes({ 'x-error-codes': common, ...document }: Json): Json {
  if (!isRecord(common)) return document;
  const shared = asRecord(asRecord(document['components'])['responses']);
  for (const { path, isOurs, responses } of listErrors(document)) {
    for (const [status, written] of responses) {
      const { $ref: reference } = written;
      const response =
        typeof reference === 'string'
          ? asRecord(shared[reference.split('/').at(-1) ?? ''])
          : written;
      const { 'x-error-codes': own, 'x-only-error-codes': only } = response;
      const usual = isOurs ? listCodes(common[status]) : [];
      const codes = listCodes(only ?? [...new Set([...usual, ...listCodes(own)])]);
      if (codes.length === 0) throw new Error(`"${path}" declares no error codes for ${status}.`);
      response['headers'] = { ...asRecord(response['headers']), 'x-error-code': header(codes) };
    }
  }
  return asRecord(withoutSources(document));
}

/** The error responses of every operation. */
function listErrors({ paths }: Json) {
  return Object.entries(asRecord(paths)).flatMap(([path, item]) =>
    METHODS.map((method) => asRecord(item)[method])
      .filter(isRecord)
      .map((operation) => ({
        path,
        isOurs: !('x-errand-served-by' in operation),
        responses: Object.entries(asRecord(operation['responses']))
          .filter(([status]) => Number(status) >= 400)
          .map(([status, response]): [string, Json] => [status, asRecord(response)]),
      })),
  );
}

function header(codes: readonly string[]): Json {
  const description = 'Stable name of the error. The `ErrorCode` header explains all names.';
  return { description, schema: { type: 'string', enum: codes }, example: codes[0] };
}

/** Removes both members everywhere. */
function withoutSources(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutSources(element));
  if (!isRecord(value)) return value;
  const { 'x-error-codes': _, 'x-only-error-codes': _only, ...rest } = value;
  return Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, withoutSources(member)]),
  );
}

function listCodes(codes: unknown): string[] {
  return Array.isArray(codes) ? codes.map(String) : [];
}
