import type { ScreenSize } from '@errand/desktop';
import type { TestBrowser } from '@errand/test-kit';

/** A word of a page and where it is drawn. */
export interface PlacedWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

const names = ['Miller', 'Garcia', 'Novak', 'Tanaka', 'Okafor', 'Larsen', 'Rossi', 'Dubois'];

/** A picture of a list in letters of 9 to 12 pixels beside a dark menu, and its words. */
export async function drawWordPage(
  browser: TestBrowser,
  size: ScreenSize,
): Promise<{ png: Uint8Array; words: readonly PlacedWord[] }> {
  await using opened = await browser.openPage(html());
  await opened.page.setViewport(size);
  const words = (await opened.page.evaluate(`(() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: text, index } of node.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const { x, y, height } = range.getBoundingClientRect();
        words.push({ text, x, y, height });
      }
    }
    return words;
  })()`)) as PlacedWord[];
  return { png: await opened.page.screenshot(), words };
}

function html(): string {
  const rows = Array.from(
    { length: 34 },
    (_, index) => `<tr style="font-size: ${9 + (index % 4)}px"><td>${1000 + index * 37}</td>
      <td>${names[index % 8]}, ${names[(index * 7 + 3) % 8]}</td><td>Invoice ${(index * 91) % 1000}</td>
      <td>${((index * 131.37) % 900).toFixed(2)} EUR</td><td><button>Open</button></td>
      <td>Status: ${['paid', 'open', 'late'][index % 3]}</td></tr>`,
  );
  return `<head><style>
      body { margin: 0; font: 11px Arial; display: flex }
      nav { background: #1d2b3a; color: #dfe7ef; width: 180px; height: 900px; padding: 10px; line-height: 28px }
      td { padding: 2px 14px; border-bottom: 1px solid #ddd } button { font-size: inherit }
    </style></head><body><nav>Dashboard<br>Patients<br>Appointments<br>Invoices<br>Settings</nav>
    <table>${rows.join('')}</table></body>`;
}
