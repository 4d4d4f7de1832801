import { expect, test } from '@jest/globals';
import { readHtml } from './read-html.ts';

test.each([
  ['<p>Your code</p><p><b>12</b><i>34</i>56</p>', 'Your code\n123456'],
  ['<table><tr><td>4</td><td>8</td></tr><tr><td>2</td></tr></table>', '4 8\n2'],
  ['<style>p { x: 999999 }</style><!-- 888888 --><TITLE>x</TITLE>Code&nbsp;1', 'Code 1'],
  ['&#52;&#x38;2 &lt;b&gt; &amp;amp; &bogus; 4&zwnj;5', '482 <b> &amp; &bogus; 45'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['code 1<script>2', 'code 1'],
  ['&#9999999; &#x110000;', '&#9999999; &#x110000;'],
  ['<a href="x">1</a><br/>2<li>3', '1\n2\n3'],
])('reads %j', (html, text) => {
  expect(readHtml(html)).toBe(text);
});

test('is fast on hostile emails', () => {
  const parts = ['<div>', '<style', '<!--', '<a ', '&#', ' \n', '<', '<ul><li>', '</', '&lt;'];
  const before = process.cpuUsage();
  for (const part of parts) readHtml(part.repeat(262_144 / part.length));
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
});
