import { expect, test } from '@jest/globals';
import { html } from './html.ts';

test('escapes text and keeps its own markup', () => {
  const name = html`<b>${'<script>"&\''}</b>`;
  expect(html`<p>${name}${[name, 1]}</p>`.markup).toBe(
    '<p><b>&lt;script&gt;&quot;&amp;&#39;</b><b>&lt;script&gt;&quot;&amp;&#39;</b>1</p>',
  );
});

test('shows nothing for undefined', () => {
  expect(html`<p>${undefined}</p>`.markup).toBe('<p></p>');
});
