import { reservedNames } from './text-fields.ts';

/** Returns why this cannot be the name of a parameter or variable; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (reservedNames.includes(name)) {
    return `The name "${name}" is reserved: every run sets it itself. Choose another name.`;
  }
  if (/^[A-Za-z_]\w*$/.test(name)) return undefined;
  return `"${name}" is not a parameter name: use letters, digits and _, not starting with a digit.`;
}
