import type { TestBrowser } from '@errand/test-kit';
import type { ScreenPicture } from '../desktop.ts';
import { decodePng } from '../pictures/png.ts';

/** Returns a screenshot of a page in a window of this size. */
export async function drawPage(
  browser: TestBrowser,
  html: string,
  size: { readonly width: number; readonly height: number },
): Promise<ScreenPicture> {
  await using opened = await browser.openPage(html);
  await opened.page.setViewport(size);
  await opened.page.evaluate(drawTwoFrames);
  return decodePng(await opened.page.screenshot());
}

/**
 * Chromium applies a new size with the next frame. An earlier screenshot repeats the picture of the
 * old size below itself.
 */
function drawTwoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

/**
 * Returns a list typical of business software: many similar rows in small print next to a dark
 * menu.
 */
export function denseList(rowCount: number): string {
  const names = ['Miller', 'Garcia', 'Novak', 'Tanaka', 'Okafor', 'Larsen', 'Rossi', 'Dubois'];
  const nameOf = (index: number): string => names[index % names.length] ?? '';
  const rows = Array.from(
    { length: rowCount },
    (_, index) => `<tr><td>${1000 + index * 37}</td>
      <td>${nameOf(index)} ${nameOf(index * 7 + 3)}</td><td>Invoice ${(index * 91) % 1000}</td>
      <td>${((index * 131.37) % 900).toFixed(2)} EUR</td><td><button>Open</button></td></tr>`,
  );
  return `<style>
      body { margin: 0; font: 11px Arial; display: flex; background: #fff }
      nav { background: #1d2b3a; color: #dfe7ef; width: 160px; height: 900px; padding: 10px; line-height: 28px }
      td { padding: 2px 20px; border-bottom: 1px solid #ddd } button { font-size: 10px }
    </style>
    <nav>Dashboard<br>Patients<br>Appointments<br>Settings</nav><table>${rows.join('')}</table>`;
}
