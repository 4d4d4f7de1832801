import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSignedIn } from '../api/errand-context.ts';
import { keepFollowing } from '../api/keep-following.ts';
import { isSignedOut } from '../api/open-account.ts';
import { useWhileVisible } from '../api/use-while-visible.ts';
import { Button } from '../ui/button.tsx';
import { formatName } from '../ui/format.ts';
import { BRAND } from '../ui/icons.tsx';
import { told } from '../ui/tell.ts';
import { NARROW, useMedia } from '../ui/use-media.ts';
import { focusHeading, keepFocus } from './keep-focus.ts';
import { Progress, useIsSlow } from './progress.tsx';

/** Too narrow for the menu, the steps and the screen of a session side by side. */
const NARROW_FOR_SESSION = '(width < 110rem)';

const MENU = [
  {
    name: 'Work',
    pages: [
      ['/', 'Home'],
      ['/tasks', 'Tasks'],
      ['/live', 'Live'],
      ['/queue', 'Queue'],
      ['/deliveries', 'Deliveries'],
    ],
  },
  {
    name: 'Automations',
    pages: [
      ['/recordings', 'Recordings'],
      ['/record', 'Record'],
      ['/schedules', 'Schedules'],
      ['/workspaces', 'Workspaces'],
    ],
  },
  {
    name: 'Account',
    pages: [
      ['/integrations', 'Integrations'],
      ['/keys', 'Keys'],
      ['/set-up', 'Set-up'],
    ],
  },
] as const;

/** The frame of every page: the menu, who is signed in, and the page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  // The old page stays until the code of the next one is there.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const isSlow = useIsSlow(useRouterState({ select: ({ status }) => status === 'pending' }));
  const hasSession = useRouterState({ select: ({ location }) => 'session' in location.search });
  const isMenuOnTop = useMedia(hasSession ? NARROW_FOR_SESSION : NARROW);
  const { isEntered } = useSignedIn();
  const [shownPath, setShownPath] = useState<string>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const liveness = useLiveness();
  useEffect(() => {
    if (path === undefined || path === shownPath) return;
    setShownPath(path);
    setMenuOpen(false);
    // Screen readers begin at the top of a document, and then at each new page.
    const isDocumentNew = shownPath === undefined && !isEntered;
    if (main.current && !isDocumentNew) focusHeading(main.current);
  }, [path, shownPath, isEntered]);
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), []);
  return (
    <div className="shell" data-menu-at={isMenuOnTop ? 'top' : 'side'}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header
        className="side"
        data-menu={isMenuOpen ? 'open' : 'closed'}
        onKeyDown={({ key }) => {
          if (key !== 'Escape' || !isMenuOpen) return;
          setMenuOpen(false);
          menuButton.current?.focus();
        }}
      >
        <div className="side-head">
          <Link to="/" className="brand" activeProps={{}}>
            {BRAND}
            Errand
          </Link>
          <button
            ref={menuButton}
            type="button"
            className="button menu-button"
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            Menu
          </button>
        </div>
        <Menu />
        <Who liveness={liveness} />
      </header>
      <main id="main" className="main" ref={main} tabIndex={-1} aria-busy={isSlow}>
        <Outlet />
      </main>
      <Progress isShown={isSlow} />
      <Told />
    </div>
  );
}

function Menu() {
  return (
    <nav aria-label="Pages">
      {MENU.map(({ name, pages }) => (
        <div key={name}>
          <h2>{name}</h2>
          <ul>
            {pages.map(([to, words]) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                >
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <h2>Help</h2>
        <ul>
          <li>
            <a href="/docs/">Documentation</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}

const LIVENESS = {
  connecting: 'Connecting…',
  live: 'Live',
  stale: 'Live, but new data cannot be loaded. Trying again.',
  unreachable: 'Reconnecting: the server cannot be reached.',
  refused: 'Not live: this key may not read events.',
} as const;
type Liveness = keyof typeof LIVENESS;

interface WhoProps {
  readonly liveness: Liveness;
}

function Who({ liveness }: WhoProps) {
  const { me, by, signOut } = useSignedIn();
  return (
    <div className="who">
      <strong>{me.account_name}</strong>
      <span className="soft">
        {me.key.name} · {me.key.scopes.map(formatName).join(', ')}
        {by === 'cookie' && ' · this browser'}
      </span>
      <span className="soft" role="status">
        {LIVENESS[liveness]}
      </span>
      <div>
        <Button small onPress={signOut}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

/** Follows the account while the shell is visible. */
function useLiveness(): Liveness {
  const client = useQueryClient();
  const { errand, leave } = useSignedIn();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const [isStale, setStale] = useState(false);
  const position = useRef<string>(undefined);
  const follow = useCallback(
    (signal: AbortSignal) => {
      const onLive = (isLive: boolean) => setLiveness(isLive ? 'live' : 'unreachable');
      const following = { signal, position, onLive, onStale: setStale };
      keepFollowing(errand, client, following).catch((error: unknown) => {
        if (isSignedOut(error)) leave(error);
        else setLiveness('refused');
      });
    },
    [client, errand, leave],
  );
  useWhileVisible(follow);
  return liveness === 'live' && isStale ? 'stale' : liveness;
}

function Told() {
  const sentence = useSyncExternalStore(told.subscribe, told.read);
  return (
    <div className="tell" role="status">
      {sentence}
    </div>
  );
}
