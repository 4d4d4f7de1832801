import {
  allow,
  assemble,
  failWith,
  field,
  ifAnyBit,
  ifAtLeast,
  ifEqual,
  type Instruction,
  load,
} from './bpf.ts';
import { deniedCalls, type Machine, machines } from './denied-calls.ts';

const notPermitted = failWith(1);
/** Programs fall back to the older `clone`, whose flags a filter can read. */
const notImplemented = failWith(38);
const familyNotSupported = failWith(97);

/**
 * AF_UNIX, AF_INET and AF_INET6 reach nothing in the sandbox; others (AF_VSOCK) ignore network
 * namespaces.
 */
const [unix, internet, internet6] = [1, 2, 10];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e02_0000;
/** Calls of the x32 ABI on x86-64 have this bit. */
const X32 = 0x4000_0000;

/**
 * Returns a seccomp filter for sandboxed programs, in bubblewrap's format. It blocks
 * what neither namespaces nor limits cover: memory that does not belong to a process, sockets outside the
 * network namespace, the worker's keys, and calls that are common routes to kernel exploits.
 * Returns undefined where the call numbers are unknown: the sandbox then runs without it.
 */
export function createCallFilter(architecture: string): Buffer | undefined {
  const machine = machines[architecture];
  return machine && assemble(programFor(machine));
}

function programFor(machine: Machine): Instruction[] {
  const { clone, clone3, socket, socketpair } = machine.calls;
  return [
    load(field.architecture),
    ifEqual(machine.audit, [1, 0]),
    notPermitted,
    load(field.call),
    ifAtLeast(X32, [0, 1]),
    notPermitted,
    ...deniedCalls(machine).flatMap((call) => when(call, [notPermitted])),
    ...when(clone3, [notImplemented]),
    ...when(clone, [
      load(field.firstArgument),
      ifAnyBit(NAMESPACE_FLAGS, [0, 1]),
      notPermitted,
      allow,
    ]),
    ...[socket, socketpair].flatMap((call) => when(call, knownFamiliesOnly)),
    allow,
  ];
}

const knownFamiliesOnly = [
  load(field.firstArgument),
  ifEqual(unix, [2, 0]),
  ifEqual(internet, [1, 0]),
  ifEqual(internet6, [0, 1]),
  allow,
  familyNotSupported,
];

/** Runs `then`, which must end with a verdict, for one call. */
function when(call: number, then: readonly Instruction[]): Instruction[] {
  return [ifEqual(call, [0, then.length]), ...then];
}
