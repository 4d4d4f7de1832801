import { type FinishedRun, interact } from './run-on-page.ts';

/**
 * A page whose `put` shows text in #out. Errors appear there too. Clicking #go runs `onclick`;
 * `before` runs during load.
 */
export function pageWithButton(onclick: string, before = ''): string {
  return `<p id=out>old</p><i id=tick></i><button id=go>x</button><script>
    const put = (text) => { out.textContent = text };
    onerror = (message) => put('error: ' + message);
    onunhandledrejection = ({ reason }) => put('rejected: ' + reason);
    ${before}
    go.onclick = () => { ${onclick} }</script>`;
}

/** Clicks #go and waits up to 5 seconds for the effects; `node` may override that. */
export function clickAndWait(node: object = {}): object {
  const target = { command: 'locator("#go")' };
  return interact('click_element', target, { node: { end_sleep_time: 5, ...node } });
}

/** Reads text immediately into the variable that `textOf` returns. */
export function readText(command = 'locator("#out")', node: object = {}): object {
  return {
    extraction_action: {
      locator: { command, extraction_format: { text: 'str' }, output_variable_name: 'text' },
    },
    before_sleep_time: 0,
    ...node,
  };
}

/** The text that `readText` read. */
export function textOf({ result }: FinishedRun): unknown {
  return result.outputData[0]?.json_data?.['text'];
}
