/** What a picture says about a login that is under way. */
export type LoginState =
  | { readonly kind: 'in-progress' | 'textless' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'open' };

/**
 * Where the connection itself does not tell whether the password was right, its picture does: xrdp and Windows without
 * network level authentication log in on the screen.
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

/** The windows of xrdp until a session is open, and Windows while it prepares one. */
const PROGRESS = [
  /connection log/i,
  /connecting to sesman/i,
  /sending login info/i,
  /please wait/i,
  /^\s*(?:welcome|preparing windows|applying (?:user|computer) settings)\b/im,
];

/** Half a word is more likely a stain than a text. */
const LETTERS = /[a-z]{3}/i;

/** `text` is what was read on the whole screen, a line for each of its lines. */
export function readLoginScreen(text: string): LoginState {
  const refusal = REFUSALS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  if (refusal !== undefined) return { kind: 'refused', words: refusal };
  if (!LETTERS.test(text)) return { kind: 'textless' };
  return { kind: PROGRESS.some((pattern) => pattern.test(text)) ? 'in-progress' : 'open' };
}
