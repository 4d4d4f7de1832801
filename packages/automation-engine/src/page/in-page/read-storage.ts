export function readStorage() {
  return {
    local: storageEntries(() => localStorage),
    session: storageEntries(() => sessionStorage),
    cookie: documentCookie(),
  };
}

/** Sandboxed and data: pages refuse access to storage, and have none. */
function storageEntries(open: () => Storage): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(open()));
  } catch {
    return {};
  }
}

function documentCookie(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
