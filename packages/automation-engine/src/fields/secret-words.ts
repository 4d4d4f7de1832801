const ENGLISH = /passw|passphrase|passcode|\bpwd\b|\bpin\b|\bsecret\b|\bcvc\b|\bcvv\b/;

/** The words for a password in other languages; many use the English word, too. */
const OTHERS = [
  'kennwort|geheimzahl|losungswort|wachtwoord',
  String.raw`\bpassord|adgangskode|\bkodeord|lösenord|lykilorð|salasana|\bparool`,
  String.raw`mot de passe|\bmdp\b|contrase[nñ]|contrasinal|pasahitza`,
  String.raw`\bclave (?:de acceso|personal|secreta)|^\W*(?:su |tu )?clave\W*$`,
  String.raw`\bsenhas?\b|palavra passe|parola d'ordine|\bparol[aă]\b(?! chiave)`,
  String.raw`\bhasł|\bhaslo\b|\bheslo\b|\bgeslo\b|lozink|slaptažod|jelszó|\bşifre|kata sandi|mật khẩu`,
  'парол|лозинк|κωδικός πρόσβασης|συνθηματικό',
  'パスワード|暗証番号|密码|密碼|비밀번호|암호|पासवर्ड|รหัสผ่าน',
  'كلمة المرور|كلمة السر|رمز عبور|گذرواژه|סיסמה|סיסמא',
];
const SECRET_WORDS = new RegExp([ENGLISH.source, ...OTHERS.map(plain)].join('|'));

/** Whether a label, name or message indicates that what is typed is a secret. */
export function namesSecret(text: string): boolean {
  // `userPin` contains the word pin.
  const spread = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
  return SECRET_WORDS.test(plain(spread.toLowerCase()));
}

/** Words that only code uses, besides those of fields. */
const SECRET_WORDS_OF_CODE =
  /\b(?:pass|pass ?wd\w*|otp|token|api ?key)\b|pass ?(?:word|wort|phrase|code)/i;

/** Whether a name in code, such as that of a parameter, indicates that its value is a secret. */
export function namesSecretInCode(name: string): boolean {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll(/[_\-.]+/g, ' ');
  return namesSecret(name) || SECRET_WORDS_OF_CODE.test(words);
}

/** Names of fields often lack accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
}
