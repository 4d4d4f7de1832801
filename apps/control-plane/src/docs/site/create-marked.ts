import { Html, html } from '@errand/foundation';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { anchorOfRow } from './anchors.ts';

/** A Markdown renderer for texts without HTML of their own: what looks like it is a placeholder. */
export function createMarked(renderer: RendererObject = {}): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => html`${text}`.markup,
      // An address in an example is nobody's.
      link(link: Tokens.Link) {
        return link.href.startsWith('mailto:') ? html`${link.text}`.markup : false;
      },
      // Its rows become cards in a narrow window. Those with an anchor can be linked to.
      table(table: Tokens.Table) {
        const heads = table.header.map(({ tokens }) => this.parser.parseInline(tokens));
        // In a narrow window, each cell is shown next to the name of its column, if it is not empty.
        const cell = ({ tokens }: Tokens.TableCell, index: number) => {
          const label = plain(table.header[index]?.text ?? '');
          const words = new Html(this.parser.parseInline(tokens));
          return html`<td data-label="${label}">${words}</td>`.markup;
        };
        const rows = table.rows.map((row) => {
          const anchor = anchorOfRow(row);
          const id = anchor === undefined ? '' : ` id="${anchor}"`;
          return `<tr${id}>${row.map(cell).join('')}</tr>`;
        });
        const head = heads.map((words) => `<th>${words}</th>`).join('');
        const columns = heads.length > 3 ? ' many' : '';
        return `<div class="table${columns}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
      },
      ...renderer,
    },
  });
}

/** Headings may contain code. */
export function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
