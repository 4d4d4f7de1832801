/** Debian's own directories only: another Python in PATH does not have Swift. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin';
