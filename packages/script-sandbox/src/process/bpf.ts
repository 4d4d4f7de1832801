/**
 * One instruction of the kernel's classic packet filter, which seccomp runs for every system call.
 */
export interface Instruction {
  readonly code: number;
  /** How many instructions to skip when the comparison is true, and when it is false. */
  readonly skip?: readonly [number, number];
  readonly value: number;
}

const INSTRUCTION_BYTES = 8;
const RETURN_ERROR = 0x0005_0000;

/**
 * Offsets of fields of `struct seccomp_data`. Arguments are 64 bits wide: this is the lower half.
 */
export const field = { call: 0, architecture: 4, firstArgument: 16 } as const;

export const load = (offset: number): Instruction => ({ code: 0x20, value: offset });
export const ifEqual = (value: number, skip: readonly [number, number]): Instruction => {
  return { code: 0x15, value, skip };
};
export const ifAtLeast = (value: number, skip: readonly [number, number]): Instruction => {
  return { code: 0x35, value, skip };
};
export const ifAnyBit = (value: number, skip: readonly [number, number]): Instruction => {
  return { code: 0x45, value, skip };
};
export const allow: Instruction = { code: 0x06, value: 0x7fff_0000 };
/** Fails the call with this error number and has no other effect. */
export const failWith = (error: number): Instruction => ({
  code: 0x06,
  value: RETURN_ERROR | error,
});

/** Encodes a program for this machine: every supported one is little-endian. */
export function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  program.forEach(({ code, skip: [ifTrue, ifFalse] = [0, 0], value }, index) => {
    const at = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  });
  return bytes;
}
