const MOST = 5;
const style = new CSSStyleSheet();
style.replaceSync(`
  button { padding: 6px 12px; border: 1px solid #c3ced8; border-radius: 7px; background: #fff; font: inherit; cursor: pointer; }
  button[aria-pressed='true'] { border-color: #0f7a70; background: #0f7a70; color: #fff; }
  button + button { margin-left: 6px; }
  p { margin: 10px 0 0; }
`);

/** Five buttons and a result in an open shadow root. */
class HarborRating extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    const result = document.createElement('p');
    result.dataset.testid = 'rating-result';
    result.textContent = 'Not rated yet';
    const buttons = Array.from({ length: MOST }, (_, index) => createButton(index + 1));
    for (const button of buttons) {
      button.addEventListener('click', () => {
        for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
        result.textContent = `Rated ${button.textContent} of ${MOST}`;
      });
    }
    root.append(...buttons, result);
  }
}

function createButton(points) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = String(points);
  button.ariaLabel = `Rate ${points} of ${MOST}`;
  button.setAttribute('aria-pressed', 'false');
  return button;
}

customElements.define('harbor-rating', HarborRating);
