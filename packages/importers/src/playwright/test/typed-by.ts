import { importPlaywright } from '../import-playwright.ts';

/** Imports a script whose last line types a value. Returns what is typed, and the last line. */
export function typedBy(script: string) {
  const isPython = !script.includes('await ');
  const start = `${isPython ? '' : 'await '}page.goto('https://portal.example/')\n`;
  const text = script.includes('page.goto') ? script : `${start}${script}`;
  const [recording] = importPlaywright(text, isPython ? 'python' : 'typescript').recordings;
  if (!recording) throw new Error('Nothing was imported.');
  const { automation, report } = recording;
  const { input_parameters: inputs } = automation.parameters;
  const typed = JSON.stringify(automation.nodes.at(-1)).match(/(?<="input_text":")[^"]*/)?.[0];
  const written = typed === undefined ? undefined : String(JSON.parse(`"${typed}"`));
  return {
    typed: written?.replaceAll(/\{(\w+)\[0\]\}/g, (_, name: string) => inputs[name]?.[0] ?? '?'),
    last: report.findLast(({ step }) => step.includes('fill')),
  };
}

export const fill = (value: string) => `page.locator('#f').fill(${value})`;
