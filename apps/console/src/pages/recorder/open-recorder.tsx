import { dataOf } from '@errand/client';
import { useMutation } from '@tanstack/react-query';
import { useErrand, useMay, useSignedIn } from '../../api/errand-context.ts';
import { Button } from '../../ui/button.tsx';
import { readTexts, TextField } from '../../ui/fields.tsx';
import { Problem } from '../../ui/loaded.tsx';

interface OpenRecorderProps {
  readonly onOpened: (sessionId: string) => unknown;
}

/** Asks for the page where the recording begins. */
export function OpenRecorder({ onOpened }: OpenRecorderProps) {
  const errand = useErrand();
  const { features } = useSignedIn().me;
  const mayRecord = useMay('author');
  const open = useMutation({
    mutationFn: (url: string) => dataOf(errand.api.POST('/api/v1/sessions', { body: { url } })),
    onSuccess: ({ session }) => onOpened(session.session_id),
  });
  if (!features.live_view) {
    return (
      <div className="notice care">
        Recording here needs the live view, which this installation does not have. On your own
        machine, <code>errand record</code> records without it.{' '}
        <a href="/docs/recorder">How to record</a>
      </div>
    );
  }
  if (!mayRecord)
    return <div className="notice care">Recording needs a key with the scope author.</div>;
  return (
    <form
      className="card form recorder-start"
      onSubmit={(event) => {
        event.preventDefault();
        const { url } = readTexts(event.currentTarget);
        if (url !== undefined) open.mutate(url);
      }}
    >
      <TextField
        label="Address of the first page"
        name="url"
        type="url"
        required
        help="Such as https://portal.example/login. The recording starts as soon as the page is open."
      />
      <Problem error={open.error} />
      <div>
        <Button type="submit" look="main-action" disabled={open.isPending}>
          {open.isPending ? 'Opening…' : 'Open the page'}
        </Button>
      </div>
    </form>
  );
}
