import { Dialog } from '@base-ui/react/dialog';

interface PictureProps {
  readonly url: string;
  readonly description: string;
}

/** A picture that opens in its full size. */
export function Picture({ url, description }: PictureProps) {
  return (
    <Dialog.Root>
      <Dialog.Trigger className="picture" aria-label={`Enlarge: ${description}`}>
        <img key={url} src={url} alt={description} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog enlarged" aria-label={description}>
          <img src={url} alt={description} />
          <div className="dialog-actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
