import type { ErrandSchemas } from '@errand/api-types';
import { findNearestName } from '@errand/foundation';
import { refuseCallbackUrl } from '../callbacks/refuse-callback-url.ts';
import type { DomainError } from '../http/domain-error.ts';
import { isOlderSubmission } from '../http/error-shapes.ts';
import type { Violation } from '../http/invalid-request-error.ts';
import { refuseMissing } from '../http/missing-field-error.ts';
import { readMember } from '../http/read-member.ts';
import { UNSTORABLE_TEXT } from '../http/refuse-unstorable-text.ts';
import type { DeclaredParameters } from '../recordings/recording.ts';
import { UnknownUniqueNameError } from '../transitions/submit-errors.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import {
  MalformedSubmissionError,
  ParameterMismatchError,
  ProxyAndDedicatedError,
  RemoteDesktopMismatchError,
} from './submission-errors.ts';

/**
 * Turns violations that the API reports with 400 on submission into an error; others remain 422.
 */
export function refuseSubmission(
  violations: readonly Violation[],
  body: unknown,
): DomainError | undefined {
  if (isOlderSubmission(body)) return refuseMissing(violations);
  const sentences = violations.flatMap((violation) => explain(violation, body) ?? []);
  if (sentences.length === 0) return undefined;
  const misspelt = violations.flatMap((violation) => explainMisspelt(violation) ?? []);
  return new MalformedSubmissionError([...sentences, ...misspelt].slice(0, 10));
}

/** A required member may be present under a misspelt name. */
function explainMisspelt({ loc: [, name, ...rest], type, msg }: Violation): string | undefined {
  if (type !== 'additionalProperties' || typeof name !== 'string' || rest.length > 0) {
    return undefined;
  }
  const nearest = findNearestName(name, ['endpoint_name', 'input_parameters']);
  return nearest === undefined ? msg : `${msg} Did you mean "${nearest}"?`;
}

function explain({ loc, type, msg }: Violation, body: unknown): string | undefined {
  if (type === UNSTORABLE_TEXT) return undefined;
  const [, field, ...rest] = loc;
  if (type === 'required' && (field === 'endpoint_name' || loc.length === 1)) {
    return 'endpoint_name is missing: specify the name of a recording.';
  }
  if (field === 'input_files') return msg;
  if (field !== 'input_parameters') return undefined;
  if (type === 'required') {
    return 'input_parameters is missing: specify an object of lists of strings, {} if the automation has no parameters.';
  }
  const name = [field, ...rest].join('.');
  const [parameter] = rest;
  const wanted =
    parameter === undefined
      ? 'an object of lists of strings'
      : 'a list of strings, such as ["INV-2041"]';
  const value = loc.slice(1).reduce<unknown>(readMember, body);
  return `${name} is ${describeValue(value)}: ${[field, parameter].filter(Boolean).join('.')} must be ${wanted}.`;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

/** Checks what the schema cannot express about the submission at `place` in the request. */
export function checkSubmission(
  submission: {
    readonly input_parameters: Readonly<Record<string, unknown>>;
    readonly unique_parameter_names?: readonly string[];
    readonly use_proxy?: boolean;
    readonly is_dedicated?: boolean;
    readonly task_callback_url?: string;
  },
  place: readonly string[] = ['body'],
): void {
  const unknown = submission.unique_parameter_names?.find(
    (name) => !Object.hasOwn(submission.input_parameters, name),
  );
  if (unknown !== undefined) {
    throw new UnknownUniqueNameError(unknown, Object.keys(submission.input_parameters));
  }
  if (submission.use_proxy === true && submission.is_dedicated === true) {
    throw new ProxyAndDedicatedError();
  }
  if (submission.task_callback_url !== undefined) {
    refuseCallbackUrl(submission.task_callback_url, [...place, 'task_callback_url']);
  }
}

/**
 * Compares a submission with the parameters that its automation declares. It must give all of them
 * and no others, because a misspelt one would otherwise have no value. Values of declared input
 * parameters are examples. A secret that the automation itself refers to may be left out. Returns
 * all secrets that the task has.
 */
export function matchParameters(
  declared: DeclaredParameters,
  given: {
    readonly input_parameters: Readonly<Record<string, unknown>>;
    readonly secure_parameters?: Readonly<Record<string, unknown>> | undefined;
  },
): ErrandSchemas['SecureParameters'] {
  const inputs = Object.keys(declared.inputParameters);
  const secrets = Object.keys(declared.secureParameters);
  compare('input_parameters', [inputs, secrets], given.input_parameters);
  const own = Object.entries(declared.secureParameters).filter(([, values]) => values.length > 0);
  const secureParameters = { ...Object.fromEntries(own), ...given.secure_parameters };
  compare('secure_parameters', [secrets, inputs], secureParameters);
  // Both parts passed the schema that this type is generated from.
  return secureParameters as ErrandSchemas['SecureParameters'];
}

/**
 * Checks that a submission's remote desktop, or its absence, fits where its automation runs. Throws
 * RemoteDesktopMismatchError.
 */
export function matchDesktop(
  declared: DeclaredParameters,
  given: Pick<SubmittedTask, 'endpoint_name' | 'rdp_parameter' | 'use_proxy' | 'is_dedicated'>,
): void {
  const { browserChannel: channel, hasStartPage } = declared;
  const refuse = (part: ConstructorParameters<typeof RemoteDesktopMismatchError>[0]): never => {
    throw new RemoteDesktopMismatchError(part, { endpointName: given.endpoint_name, channel });
  };
  if (given.rdp_parameter === undefined) {
    if (channel === 'rdp' && !hasStartPage) refuse('nowhere');
    return;
  }
  if (channel !== 'rdp') refuse('channel');
  if (given.use_proxy === true) refuse('use_proxy');
  if (given.is_dedicated === true) refuse('is_dedicated');
}

function compare(
  field: 'input_parameters' | 'secure_parameters',
  [declared, declaredElsewhere]: readonly [readonly string[], readonly string[]],
  given: Readonly<Record<string, unknown>>,
): void {
  const missing = declared.filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !declared.includes(name));
  if (missing.length + unknown.length === 0) return;
  throw new ParameterMismatchError({ field, missing, unknown, declared, declaredElsewhere });
}
