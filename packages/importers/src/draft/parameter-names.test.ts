import { expect, test } from '@jest/globals';
import { css, xpath } from './locators.ts';
import { hintsOf, isSecretName, toParameterName } from './parameter-names.ts';

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

test.each([
  [css('[name="ctl00$MainContent$txtFromDate"]'), 'txt_from_date'],
  [css(String.raw`#ctl00\$MainContent\$txtFromDate`), 'txt_from_date'],
  [xpath('//*[@id="form:table:0:userName"]'), 'user_name'],
  [css(String.raw`#form\:city`), 'city'],
  [css('[name="rows:0"]'), 'rows'],
  [css(String.raw`#a\.city`), 'a_city'],
  [css('[placeholder="Price: from"]'), 'price_from'],
])('names the field of %s by the last part of its name', (locator, name) => {
  const [hint = ''] = hintsOf(locator);
  expect(toParameterName(hint)).toBe(name);
});
