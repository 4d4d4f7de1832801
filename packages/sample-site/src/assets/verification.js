if (document.querySelector('[data-verified]') !== null) {
  // The embedding page may be of any origin; the message contains no secret.
  parent.postMessage('verified', '*');
}
