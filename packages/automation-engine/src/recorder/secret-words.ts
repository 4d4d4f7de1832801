const SECRET_WORDS = /passw|passphrase|passcode|\bpwd\b|\bpin\b|\bsecret\b|\bcvc\b|\bcvv\b/i;

/** Whether a label, name or message indicates that what is typed is a secret. */
export function namesSecret(text: string): boolean {
  // `userPin` contains the word pin.
  const spread = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
  return SECRET_WORDS.test(spread);
}
