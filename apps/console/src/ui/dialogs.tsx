import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass, Button } from './button.tsx';
import { readTexts } from './fields.tsx';
import { Problem } from './loaded.tsx';
import { tell } from './tell.ts';
import { wordsOf } from './words-of.ts';

type Look = 'plain' | 'main-action' | 'danger' | 'quiet';

interface FormDialogProps {
  /** Text of the button that opens the dialog. */
  readonly label: string;
  /** For screen readers, when the label alone does not say what the button acts on. */
  readonly name?: string;
  readonly look?: Look;
  readonly small?: boolean;
  readonly title: string;
  readonly text?: ReactNode;
  /** Text of the button that submits the form. */
  readonly confirm: string;
  readonly children?: ReactNode;
  /** Called when the dialog opens: what the person sees then is what the form is about. */
  readonly onOpen?: () => void;
  /** The dialog closes when this resolves, and shows the error when this rejects. */
  readonly onSend: (texts: Readonly<Record<string, string>>, form: FormData) => Promise<unknown>;
}

/** A button that opens a dialog with a form. Without children it only asks for confirmation. */
export function FormDialog(props: FormDialogProps) {
  const { label, name, look = 'plain', small = false, title, text, confirm, children } = props;
  // A click outside the dialog would lose what was typed.
  const hasText = children !== undefined;
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // While a request hangs, the dialog can be closed; its error is then shown as a message.
  const isLeft = useRef(false);
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may be below the fold of a long form.
    if (error) problem.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const change = (open: boolean) => {
    isLeft.current = !open;
    if (open) props.onOpen?.();
    setOpen(open);
    setError(null);
  };
  const send = async (form: HTMLFormElement) => {
    setSending(true);
    setError(null);
    try {
      await props.onSend(readTexts(form), new FormData(form));
      setOpen(false);
    } catch (reason) {
      const refusal = reason instanceof Error ? reason : new Error(String(reason));
      if (isLeft.current) tell(`${title} ${wordsOf(refusal)}`);
      else setError(refusal);
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={change} disablePointerDismissal={hasText}>
      <Dialog.Trigger className={buttonClass({ look, small })} aria-label={name}>
        {label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>{title}</Dialog.Title>
          {text !== undefined && <Dialog.Description>{text}</Dialog.Description>}
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              void send(event.currentTarget);
            }}
          >
            {children}
            <div ref={problem}>
              <Problem error={error} />
            </div>
            <div className="dialog-actions">
              <Dialog.Close className="button">Close</Dialog.Close>
              <Button
                type="submit"
                look={look === 'danger' ? 'danger' : 'main-action'}
                disabled={isSending}
              >
                {isSending ? 'One moment…' : confirm}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
