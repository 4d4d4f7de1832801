import { Button } from './button.tsx';
import { tell } from './tell.ts';

interface CodeProps {
  readonly name: string;
  readonly text: string;
}

/** Text for reading and copying. */
export function Code({ name, text }: CodeProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    tell(`Copied: ${name}.`);
  };
  return (
    <figure className="code">
      <figcaption className="code-head">
        {name}
        <Button small look="quiet" label={`Copy: ${name}`} onPress={() => void copy()}>
          Copy
        </Button>
      </figcaption>
      {/* Scrolls by keyboard where the text is long. */}
      <pre tabIndex={0} role="group" aria-label={name}>
        {text}
      </pre>
    </figure>
  );
}
