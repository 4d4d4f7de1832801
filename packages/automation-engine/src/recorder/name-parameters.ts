import { nameProblem } from '../fields/parameter-name.ts';

const LONGEST_NAME = 40;

/** Gives values unique names. */
export interface ParameterNames {
  /** `Card number *` becomes `card_number`, and the next one `card_number_2`. */
  readonly take: (label: string, fallback: string) => string;
}

export function createParameterNames(): ParameterNames {
  const taken = new Set<string>();
  return {
    take(label, fallback) {
      const name = toName(label) || fallback;
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? name : `${name}_${number}`;
        if (taken.has(candidate) || nameProblem(candidate) !== undefined) continue;
        taken.add(candidate);
        return candidate;
      }
    },
  };
}

function toName(label: string): string {
  const plain = label
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '');
  return plain.slice(0, LONGEST_NAME).replace(/_+$/, '');
}
