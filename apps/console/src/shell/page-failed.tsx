import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { PageNotLoadedError } from '../ui/lazy-page.ts';
import { Problem } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';

/**
 * Takes the place of a page whose code did not arrive, or that has a bug. Refusals of the server are
 * shown where the request was made.
 */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isNotLoaded = error instanceof PageNotLoadedError;
  const tryAgain = async () => {
    if (isNotLoaded) await error.fetchAgain();
    reset();
  };
  return (
    <Page
      title={isNotLoaded ? 'This page could not be loaded' : 'This page has failed'}
      text={
        isNotLoaded
          ? 'Either the server cannot be reached, or it has been updated since this tab was opened: then reload.'
          : 'Try again, or reload. If neither helps, report this error:'
      }
    >
      <Problem error={error instanceof Error ? error : new Error(String(error))} />
      <div className="actions">
        <Button look="main-action" onPress={() => void tryAgain()}>
          Try again
        </Button>
        <Button onPress={() => location.reload()}>Reload</Button>
        <Link to="/">Go to Home</Link>
      </div>
    </Page>
  );
}
