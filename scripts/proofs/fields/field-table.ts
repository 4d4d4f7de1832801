import { automationJsonSchema } from '@errand/automation-engine/automation';
import { readProofs, type Proof } from '../read-proofs.ts';
import { listFields } from './list-fields.ts';

interface FieldRow {
  readonly field: string;
  readonly tests: readonly Proof[];
}

/** Returns every field of an automation with the tests below `root` that prove its effect. */
export function readFieldTable(root: string): FieldRow[] {
  const proofs = readProofs(root, 'field');
  return listFields(automationJsonSchema()).map((field) => ({
    field,
    tests: proofs.filter((proof) => proof.subject === field),
  }));
}
