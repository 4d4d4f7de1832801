/** What the screen shows of a login in progress. */
export type LoginState =
  | { readonly kind: 'in-progress' | 'textless' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'open' };

/**
 * Needed where the protocol does not report a wrong password: xrdp and Windows without network
 * level authentication log in on the screen.
 */
const REFUSALS = [
  /login failed/i,
  /log ?in (?:was )?unsuccessful/i,
  /(?:user ?name|password)[^.]{0,40} (?:is|are) incorrect/i,
  /incorrect (?:user ?name|password)/i,
  /account (?:has been|is) (?:currently )?(?:locked|disabled|expired)/i,
  /password (?:has )?expired/i,
  /sign-in method you're trying to use isn't allowed/i,
  /access is denied/i,
];

/** Text that xrdp shows until a session is open, and Windows while it prepares one. */
const PROGRESS = [
  /connection log/i,
  /connecting to sesman/i,
  /sending login info/i,
  /please wait/i,
  /^\s*(?:welcome|preparing windows|applying (?:user|computer) settings)\b/im,
];

/** Fewer characters are more likely a recognition error than text. */
const LETTERS = /[a-z]{3}/i;

/** `text` is the recognised text of the whole screen, line by line. */
export function readLoginScreen(text: string): LoginState {
  const refusal = REFUSALS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  if (refusal !== undefined) return { kind: 'refused', words: refusal };
  if (!LETTERS.test(text)) return { kind: 'textless' };
  return { kind: PROGRESS.some((pattern) => pattern.test(text)) ? 'in-progress' : 'open' };
}
