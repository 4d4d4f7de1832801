import { z } from 'zod';

const ruleSchema = z.looseObject({ names: z.array(z.string()), action: z.string() });

/** A seccomp profile in the format of Docker, Podman and Kubernetes. */
export const profileSchema = z.looseObject({
  defaultAction: z.string(),
  syscalls: z.array(ruleSchema),
});
export type Profile = z.output<typeof profileSchema>;

/**
 * System calls that Chromium's sandbox needs and default profiles reserve for containers with more
 * capabilities: it creates user, process and network namespaces, and an empty root.
 */
const SANDBOX_CALLS: readonly string[] = ['chroot', 'clone', 'unshare', 'setns'];

/** Allows the system calls of Chromium's sandbox in a profile, whatever it says about them. */
export function allowSandbox(profile: Profile): Profile {
  const others = profile.syscalls
    .map((rule) => ({
      ...rule,
      names: rule.names.filter((name) => !SANDBOX_CALLS.includes(name)),
    }))
    .filter(({ names }) => names.length > 0);
  const sandbox = {
    names: [...SANDBOX_CALLS],
    action: 'SCMP_ACT_ALLOW',
    args: [],
    comment: 'Chromium sandbox: user, process and network namespaces, and chroot',
    includes: {},
    excludes: {},
  };
  return { ...profile, syscalls: [sandbox, ...others] };
}
