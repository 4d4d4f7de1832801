import { useState } from 'react';
import { Button } from './button.tsx';
import { formatCount, formatJson } from './format.ts';
import { startOfJson, startOfText } from './start-of-text.ts';
import { tell } from './tell.ts';

type CodeProps = {
  readonly name: string;
} & ({ readonly text: string } | { readonly json: unknown });

/** Number of characters shown at first, and added with each press. */
const PART = 200_000;
/** Minimum length of a block. The browser lays out only the blocks in view. */
const BLOCK = 5_000;

/** Text for reading and copying. Long text is shown in parts. */
export function Code(props: CodeProps) {
  const [parts, setParts] = useState(1);
  const { name } = props;
  const length = parts * PART;
  const { text, isWhole } =
    'text' in props ? startOfText(props.text, length) : startOfJson(props.json, length);
  const whole = () => ('text' in props ? props.text : formatJson(props.json));
  const copy = async () => {
    await navigator.clipboard.writeText(whole());
    tell(`Copied: ${name}.`);
  };
  return (
    <figure className="code" aria-label={name}>
      <figcaption className="code-head">
        {name}
        <Button small look="quiet" label={`Copy: ${name}`} onPress={() => void copy()}>
          Copy
        </Button>
      </figcaption>
      {/* Scrolls by keyboard where the text is long. */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {text.length <= BLOCK
          ? text
          : splitText(text).map((block, index) => (
              // A block keeps its place when more is shown.
              <span key={index} className="code-block">
                {block}
              </span>
            ))}
      </pre>
      {!isWhole && (
        <div className="code-foot">
          <span>The first {formatCount(text.length, 'character')} are shown.</span>
          <div className="actions">
            <Button small label={`Show more: ${name}`} onPress={() => setParts(parts + 1)}>
              Show more
            </Button>
            <Button
              small
              label={`Download all: ${name}`}
              onPress={() => download(whole(), 'text' in props ? `${name}.txt` : `${name}.json`)}
            >
              Download all
            </Button>
          </div>
        </div>
      )}
    </figure>
  );
}

function splitText(text: string): string[] {
  const blocks = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start + BLOCK) + 1 || text.length;
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

function download(text: string, filename: string): void {
  const url = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
