import type { ReactNode } from 'react';

interface IconProps {
  readonly children: ReactNode;
}

/** An icon beside text that says the same, so it is hidden from screen readers. */
function Icon({ children }: IconProps) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The shapes differ, not only the colours. */
export const STATUS_ICONS = {
  success: (
    <Icon>
      <circle cx="8" cy="8" r="6.5" />
      <path d="m5.2 8.2 2 2 3.6-4" />
    </Icon>
  ),
  failed: (
    <Icon>
      <path d="M8 1.8 14.6 13.5H1.4Z" />
      <path d="M8 6.2v3.3M8 11.6v.1" />
    </Icon>
  ),
  running: (
    <Icon>
      <circle cx="8" cy="8" r="6.5" strokeDasharray="5 3" />
      <path d="M6.7 5.6 10.4 8l-3.7 2.4Z" fill="currentColor" stroke="none" />
    </Icon>
  ),
  waiting: (
    <Icon>
      <circle cx="8" cy="5" r="2.7" />
      <path d="M2.8 14c.4-3 2.4-4.6 5.2-4.6s4.8 1.6 5.2 4.6" />
    </Icon>
  ),
  queued: (
    <Icon>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 4.5V8l2.3 1.6" />
    </Icon>
  ),
  cancelled: (
    <Icon>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M5 8h6" />
    </Icon>
  ),
} as const;

export const BRAND = (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <rect width="20" height="20" rx="5.5" fill="currentColor" />
    <path
      d="M6 6.2h8M6 10h5.5M6 13.8h8"
      stroke="var(--page)"
      strokeWidth="2"
      strokeLinecap="round"
    />
  </svg>
);
