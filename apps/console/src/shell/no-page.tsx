import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';

export function NoPage() {
  return (
    <Page title="There is no such page" text="The address has a mistake, or the page has moved.">
      <p>
        <Link to="/">Go to Home</Link>
      </p>
    </Page>
  );
}
