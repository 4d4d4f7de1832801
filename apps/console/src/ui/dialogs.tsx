import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { buttonClass, Button } from './button.tsx';
import { readTexts } from './fields.tsx';
import { Problem } from './loaded.tsx';

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
  /** The dialog closes when it resolves, and shows the error when it rejects. */
  readonly onSend: (texts: Readonly<Record<string, string>>, form: FormData) => Promise<unknown>;
}

/** A button that opens a dialog with a form. Without children it only asks for confirmation. */
export function FormDialog(props: FormDialogProps) {
  const { label, name, look = 'plain', small = false, title, text, confirm, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const change = (open: boolean) => {
    // Nobody would see the error of a closed dialog.
    if (isSending) return;
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
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={change}>
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
            <Problem error={error} />
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
