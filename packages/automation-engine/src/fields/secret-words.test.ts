import { expect, test } from '@jest/globals';
import { namesSecret } from './secret-words.ts';

test.each([
  'Password',
  'userPin',
  'Kennwort *',
  'Mot de passe',
  'mdp',
  'Contraseña',
  'new_contrasena',
  'Clave de acceso',
  'Clave',
  'Senha',
  'Palavra-passe',
  'Wachtwoord',
  'Hasło',
  'Nové heslo',
  'Lösenord',
  'Adgangskode',
  'Salasana',
  'Jelszó',
  'Parolă',
  'Şifreniz',
  'Пароль',
  'Κωδικός πρόσβασης',
  'パスワード',
  '密码',
  '비밀번호',
  'كلمة المرور',
  'סיסמה',
  'Mật khẩu',
])('"%s" names a secret', (label) => {
  expect(namesSecret(label)).toBe(true);
});

test.each([
  'Name',
  'Shipping',
  'Palabra clave',
  'Parola chiave',
  'Resenha do produto',
  'Chiffre',
  'Passeport',
  'Kodeks',
])('"%s" names no secret', (label) => {
  expect(namesSecret(label)).toBe(false);
});
