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

/** AF_UNIX, AF_INET and AF_INET6 have nothing to reach in the sandbox; others (AF_VSOCK) know no network namespace. */
const [unix, internet, internet6] = [1, 2, 10];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e02_0000;
/** Calls of the x32 way of calling on x86-64 have this bit. */
const x32 = 0x4000_0000;

/**
 * A seccomp filter for sandboxed programs, as bubblewrap takes it. It closes what neither namespaces nor limits hold: memory
 * that belongs to no process, sockets beside the network, keys of the worker, and calls that are the usual way into holes
 * of the kernel. Undefined where the numbers of the calls are not known here: the sandbox does without.
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
    ifAtLeast(x32, [0, 1]),
    notPermitted,
    ...deniedCalls(machine).flatMap((call) => when(call, [notPermitted])),
    ...when(clone3, [notImplemented]),
    ...when(clone, [
      load(field.firstArgument),
      ifAnyBit(namespaceFlags, [0, 1]),
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

/** What follows has to end with an answer. */
function when(call: number, then: readonly Instruction[]): Instruction[] {
  return [ifEqual(call, [0, then.length]), ...then];
}
