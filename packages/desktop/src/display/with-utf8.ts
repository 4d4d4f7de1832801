/** The variables that set the locale: POSIX.1-2017, section 8.2. */
const LOCALE_VARIABLES = /^(?:LC_.+|LANG)$/;

/**
 * Makes programs read and write file names and texts as UTF-8. With the C locale, which a container
 * has by default and a program falls back to if its locale is not installed, Chromium gives a page
 * no file whose name has other characters than ASCII, and reports no error. `C.UTF-8` needs no
 * package.
 */
export function withUtf8(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !LOCALE_VARIABLES.test(name));
  return { ...Object.fromEntries(others), LC_ALL: 'C.UTF-8' };
}
