import { WORKER_PROTOCOL } from '@errand/api-types';
import { StartError } from '@errand/app-runtime';
import { z } from 'zod';

/** Members of some responses; other responses do not have them. */
const versions = z.object({ protocol: z.int(), min_protocol: z.int() });

/** The versions of worker and control plane are too far apart: one of them has to be updated. */
export class ProtocolMismatchError extends StartError {
  override readonly code = 'protocol_mismatch';
}

export interface ProtocolFit {
  /** Reads the versions in a response, if it has any. */
  readonly note: (answer: unknown) => void;
  /** Reads the versions in the response to a registration, which always has some. */
  readonly noteRegistration: (answer: unknown) => void;
  /** Throws ProtocolMismatchError if a response showed one. */
  readonly assert: () => void;
}

/** Compares the versions of the protocol. `onMismatch` is called once. */
export function createProtocolFit(
  url: string,
  onMismatch: (error: ProtocolMismatchError) => void,
): ProtocolFit {
  let mismatch: ProtocolMismatchError | undefined;
  const compare = (controlPlane: z.output<typeof versions>): void => {
    const problem = describeMismatch(url, controlPlane);
    if (problem === undefined || mismatch) return;
    mismatch = new ProtocolMismatchError(problem);
    onMismatch(mismatch);
  };
  return {
    note(answer) {
      const { data } = versions.safeParse(answer);
      if (data) compare(data);
    },
    noteRegistration(answer) {
      // A control plane that reports no versions is older than all of them.
      compare(versions.safeParse(answer).data ?? { protocol: 0, min_protocol: 0 });
    },
    assert() {
      if (mismatch) throw mismatch;
    },
  };
}

function describeMismatch(
  url: string,
  { protocol, min_protocol: oldest }: z.output<typeof versions>,
): string | undefined {
  const { version: own } = WORKER_PROTOCOL;
  if (own < oldest) {
    return `This worker speaks version ${own} of the worker protocol, and the control plane at ${url} needs at least version ${oldest}: update the worker.`;
  }
  if (protocol < own) {
    return `This worker speaks version ${own} of the worker protocol, and the control plane at ${url} only version ${protocol}: update the control plane first, or use an older worker.`;
  }
  return undefined;
}
