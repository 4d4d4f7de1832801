import { expect, test } from '@jest/globals';
import { isSecretName } from './parameter-names.ts';

test.each([
  'vUSUPASSWORD',
  'userpassword',
  'txtPassword',
  'login_pass',
  'neuespasswort',
  '密码',
  '登入密碼',
  'Введіть пароль',
  'パスワード',
  '비밀번호',
  'Şifre',
  'Şifre'.normalize('NFD'),
  'Parola',
  'Wachtwoord',
  'Hasło',
  'Heslo',
  'Lösenord',
  'Mật khẩu',
])('treats %s as the name of a secret field', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['passenger', 'compass', 'parole', 'Passport number', 'keyword', 'shipping'])(
  'does not treat %s as the name of a secret field',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);
