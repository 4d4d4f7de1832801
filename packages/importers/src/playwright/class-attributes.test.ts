import { expect, test } from '@jest/globals';
import { importPlaywright } from './import-playwright.ts';
import { fill, typedBy } from './test/typed-by.ts';

/** A class of tests, as pytest runs them. */
const inClass = (attributes: string, lines: string): string => `USER = "module"

class TestOrders:
    ${attributes}

    def test_a(self, page):
        page.goto("https://portal.example/")
        ${lines}
`;

test.each([
  ['USER = "x"', 'self.USER', 'x'],
  ['USER: str = "x"', 'f"{self.USER}@b"', 'x@b'],
  ['USER = "x"', 'USER', 'module'],
  ['USER = "x"\n    MAIL = USER + "@b"', 'self.MAIL', 'x@b'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'x'],
  ['BASE = "x"\n    def setup_method(self):\n        print(self.BASE)', 'self.BASE', 'x'],
  ['BASE = "x"\n    def setup_method(self):\n        self.open(self.BASE)', 'self.BASE', 'x'],
  ['BASE = "x"\n    def name(self):\n        return type(self).__name__', 'self.BASE', 'x'],
])('types the attributes of a class of tests: %s; %s', (attributes, value, typed) => {
  const script = inClass(attributes, fill(value));
  expect(typedBy(script)).toMatchObject({ typed, last: { outcome: 'mapped' } });
});

test.each([
  ['USER = "x"\n    def setup_method(self):\n        self.USER = read()', 'self.USER', ''],
  ['USER = "x"\n    def change(self):\n        type(self).USER = "y"', 'self.USER', ''],
  ['ROWS = [{"a": "x"}]\n    def change(self):\n        self.ROWS.pop()', 'self.ROWS[0]["a"]', ''],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'change(self.ROWS)'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'TestOrders.ROWS[0].update(o)'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'rows = self.ROWS\n        rows[0]["a"] = "y"'],
  ['ROWS = [{"a": "x"}]', 'self.ROWS[0]["a"]', 'self.ROWS[0]["a"] = "y"'],
  ['ROWS = ["a"]', 'self.ROWS[0]', 'type(self).ROWS.insert(0, "b")'],
  ['ROWS = ["a"]', 'self.ROWS[0]', 'self.__class__.ROWS.insert(0, "b")'],
  ['ROWS = ["a"]', 'self.ROWS[0]', 'if ok:\n            type(self).ROWS.pop(0)'],
  ['ROWS = ["a"]', 'self.ROWS[0]', 'if ok:\n            self.__class__.ROWS.pop(0)'],
  ['USER = "x"', 'self.USER', 'type(self).USER = "y"'],
  ['USER = "x"', 'self.USER', 'vars(self)["USER"] = "y"'],
  ['USER = "x"', 'self.USER', 'setattr(self, "USER", "y")'],
  ['USER = "x"', 'self.USER', 'setattr(TestOrders, "USER", "y")'],
  ['USER = "x"', 'self.USER', 'vars(self).update(USER="y")'],
  ['USER = "x"', 'self.USER', 'self.__dict__.update(USER="y")'],
  ['USER = "x"', 'self.USER', 'self.__dict__["USER"] = "y"'],
  ['USER = "x"\n    def change(self):\n        setattr(self, "USER", "y")', 'self.USER', ''],
  ['USER = "x"\n    def change(self):\n        vars(self).update(o)', 'self.USER', ''],
])('does not type what a class may change: %s; %s; %s', (attributes, value, before) => {
  const script = inClass(attributes, `${before || 'pass'}\n        ${fill(value)}`);
  expect(typedBy(script)).toMatchObject({ typed: '', last: { outcome: 'approximated' } });
});

test('does not mistake a name in the file for a member of a class', () => {
  const script = inClass('pass', 'row = page.get_by_role("row")\n        self.row.click()');
  const [recording] = importPlaywright(script, 'python').recordings;
  expect(recording?.report.at(-1)).toMatchObject({ outcome: 'skipped' });
});

test('does not mistake the attributes of one class for those of another', () => {
  const script = `class One:
    user = "x"

    def run(self, page):
        page.goto("https://portal.example/")

class Other(Base):
    def run(self, page):
        page.locator("#f").fill(self.user)
`;
  expect(typedBy(script)).toMatchObject({ typed: '', last: { outcome: 'approximated' } });
});

test('reads classes within classes quickly', () => {
  const opened = Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}class A:\n`);
  const script = `${opened.join('')}${' '.repeat(500)}rows = [1]\npage.goto("https://portal.example/")`;
  const before = process.cpuUsage();
  expect(importPlaywright(script, 'python').recordings).toHaveLength(1);
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
