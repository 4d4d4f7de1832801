/** This many consecutive characters give a secret away. */
const TELLING_LENGTH = 4;

/** Characters that text recognition confuses. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/[0oqd()]/g, 'o'],
  [/[1il|!\]/[\\jt]/g, 'l'],
  [/[5s$]/g, 's'],
  [/[8b&]/g, 'b'],
  [/[2z]/g, 'z'],
  [/[uv]/g, 'v'],
  [/[6g9]/g, 'g'],
  [/[.,:;'"`~_-]/g, '.'],
];

/** Whether text that was read in an image reveals a secret, or at least four characters of it. */
export function showsPartOf(secret: string, read: string): boolean {
  const wanted = fold(secret);
  const seen = fold(read);
  if (wanted.length === 0) return false;
  const length = Math.min(TELLING_LENGTH, wanted.length);
  for (let at = 0; at + length <= seen.length; at += 1) {
    if (wanted.includes(seen.slice(at, at + length))) return true;
  }
  return false;
}

function fold(text: string): string {
  const plain = text.toLowerCase().replaceAll(/\s/g, '');
  return alike.reduce((folded, [those, one]) => folded.replaceAll(those, one), plain);
}
