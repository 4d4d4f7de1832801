import { readProofs, type Proof } from '../read-proofs.ts';

/** A feature of a service (a vault, a mailbox, a proxy, a captcha) and the test that proves it. */
export interface ServiceRow extends Omit<Proof, 'subject'> {
  readonly service: string;
  readonly feature: string;
}

/** Sorted by service. A comment names each as `SERVICE: FEATURE`. */
export function readServiceTable(root: string): ServiceRow[] {
  const rows = readProofs(root, 'service').map(({ subject, file, test }) => {
    const [service = '', feature = ''] = subject.split(':').map((text) => text.trim());
    return { service, feature, file, test };
  });
  return rows.toSorted((one, other) => (one.service < other.service ? -1 : 1));
}
