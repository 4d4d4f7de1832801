import { findNearestName } from '@errand/foundation';
import { DomainError } from '../http/domain-error.ts';

/** Required members are missing, or input values are not lists of strings. */
export class MalformedSubmissionError extends DomainError {
  readonly code = 'malformed-submission';
  readonly status = 400;

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
  }
}

/** A warm session keeps its IP address, so it cannot use a proxy that changes it. */
export class ProxyAndDedicatedError extends DomainError {
  readonly code = 'proxy-and-dedicated';
  readonly status = 400;

  constructor() {
    super('use_proxy and is_dedicated cannot be combined: leave one out.');
  }
}

/** The submission or its automation does not fit a remote desktop. */
export class RemoteDesktopMismatchError extends DomainError {
  readonly code = 'remote-desktop-mismatch';
  readonly status = 400;

  constructor(
    part: keyof typeof REMOTE_DESKTOP_SENTENCES,
    place: { readonly endpointName: string; readonly channel: string },
  ) {
    super(REMOTE_DESKTOP_SENTENCES[part](place));
  }
}

type DesktopPlace = Readonly<Record<'endpointName' | 'channel', string>>;

const REMOTE_DESKTOP_SENTENCES = {
  use_proxy: () =>
    'use_proxy is for browsers, and rdp_parameter runs the task on a remote desktop: leave one out.',
  is_dedicated: () =>
    'is_dedicated keeps a browser warm, and rdp_parameter runs the task on a remote desktop, whose sessions its server keeps: leave is_dedicated out; unique_parameter_names alone lets the tasks of a login wait for each other.',
  channel: ({ endpointName, channel }: DesktopPlace) =>
    `rdp_parameter has no effect on the automation "${endpointName}", whose browser_channel is "${channel}": leave it out, or set browser_channel to "rdp".`,
  nowhere: ({ endpointName }: DesktopPlace) =>
    `The automation "${endpointName}" has the browser_channel "rdp" and no url: specify rdp_parameter, the remote desktop to work on, or give the automation a start page.`,
} as const;

/**
 * A member or header that tasks of local inference servers cannot have, or that only they can have.
 */
export class LocalTargetError extends DomainError {
  readonly code = 'local-target';
  readonly status = 400;

  constructor(part: keyof typeof LOCAL_TARGET_SENTENCES) {
    super(LOCAL_TARGET_SENTENCES[part]);
  }
}

const LOCAL_TARGET_SENTENCES = {
  end_point:
    'A submission with end_point runs on the workers of the installation: remove the x-inference-target header, or submit with endpoint_name.',
  is_dedicated:
    'A local inference server keeps no warm browsers: remove is_dedicated, or the x-inference-target header.',
  'Idempotency-Key':
    'A submission with x-inference-target: local returns a lease, which is returned only once: remove the Idempotency-Key header.',
  batch:
    'A batch runs on the workers of the installation: remove the headers x-inference-target and x-local-server-id, or submit each task alone.',
  'x-local-server-id':
    'The x-local-server-id header names a local inference server: send x-inference-target: local with it, or leave it out.',
} as const;

/** A task must give exactly the parameters that its automation declares. */
export class ParameterMismatchError extends DomainError {
  readonly code = 'parameter-mismatch';
  readonly status = 400;

  constructor(mismatch: {
    readonly field: 'input_parameters' | 'secure_parameters';
    readonly missing: readonly string[];
    readonly unknown: readonly string[];
    readonly declared: readonly string[];
    /** What the automation declares in the other field. */
    readonly declaredElsewhere: readonly string[];
  }) {
    const { field, missing, declared, declaredElsewhere } = mismatch;
    const misplaced = mismatch.unknown.filter((name) => declaredElsewhere.includes(name));
    const unknown = mismatch.unknown.filter((name) => !misplaced.includes(name));
    const other = field === 'input_parameters' ? 'secure_parameters' : 'input_parameters';
    const sentences = [
      missing.length > 0 ? `${field} lacks ${quote(missing)}, which the automation declares.` : '',
      misplaced.length > 0
        ? `${field} contains ${quote(misplaced)}, which the automation declares in ${other}.`
        : '',
      unknown.length > 0
        ? `${field} contains ${quote(unknown)}, which the automation does not declare (it declares ${quote(declared)}).`
        : '',
      ...unknown.slice(0, MAX_NAMES).map((name) => suggest(name, declared)),
    ];
    super(sentences.filter(Boolean).join(' '));
  }
}

const MAX_NAMES = 20;

function suggest(name: string, declared: readonly string[]): string {
  const nearest = findNearestName(name, declared);
  return nearest === undefined ? '' : `Did you mean "${nearest}" instead of "${name}"?`;
}

function quote(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name.slice(0, 100)}"`);
  const rest = names.length - shown.length;
  return (shown.join(', ') || 'none') + (rest > 0 ? ` and ${rest} more` : '');
}
