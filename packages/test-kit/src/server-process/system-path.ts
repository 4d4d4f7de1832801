/** Debian's own directories only: another Python in PATH does not have Swift. */
export const systemPath = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';
