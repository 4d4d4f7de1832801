import { useState } from 'react';

interface ScreenVideoProps {
  readonly filename: string;
  /** Signed anew by each read of the list of files. */
  readonly url: string;
}

/** A video of the screen. It plays on when the list of files is read again. */
export function ScreenVideo({ filename, url }: ScreenVideoProps) {
  // A changed `src` would restart it. The signature of the first URL may expire.
  const [source, setSource] = useState(url);
  return (
    // Screens have no sound, so there is nothing to caption.
    <video
      className="video"
      controls
      muted
      preload="metadata"
      src={source}
      aria-label={`Video of the screen: ${filename}`}
      onError={() => setSource(url)}
    />
  );
}
