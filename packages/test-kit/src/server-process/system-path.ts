/** Debian's own directories only: a Python of another origin in PATH does not know Swift. */
export const systemPath = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';
