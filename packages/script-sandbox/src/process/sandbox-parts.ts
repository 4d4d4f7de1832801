/**
 * Parts of the sandbox that containers might not permit, and that something else covers: a separate
 * host name, a `/proc` without other processes, and a ban on further user namespaces.
 */
export const sandboxParts = ['hostname', 'proc', 'disable-userns'] as const;
export type SandboxPart = (typeof sandboxParts)[number];
export type SandboxParts = ReadonlySet<SandboxPart>;

export const allParts: SandboxParts = new Set(sandboxParts);

/** What leaving out a part means for scripts, and why it is still safe. */
export const leftOut: Readonly<Record<SandboxPart, string>> = {
  hostname: 'Scripts see the host name of the worker, because bwrap --hostname is not permitted.',
  proc: 'Scripts have an empty /proc, because bwrap --proc is not permitted: the container masks /proc.',
  'disable-userns':
    'Only the system call filter keeps scripts from making user namespaces, because bwrap --disable-userns is not permitted: /proc/sys is read-only.',
};
