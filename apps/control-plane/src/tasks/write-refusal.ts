import type { ErrandSchemas } from '@errand/api-types';
import type { DomainError } from '../http/domain-error.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

/** What a separate submission would have returned, as one of several results. */
export function writeRefusal(error: DomainError): ErrandSchemas['TaskRefusal'] {
  const { status, code, message } = error;
  if (!(error instanceof InvalidRequestError)) return { status, code, message };
  const detail = error.violations.map((violation) => ({ ...violation, loc: [...violation.loc] }));
  return { status, code, message, detail };
}
