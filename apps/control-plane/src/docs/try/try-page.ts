/** The page that sends requests. Its scripts draw it from the OpenAPI document. */
export const TRY_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Try the API · Errand</title>
    <link rel="icon" href="/favicon.ico" type="image/svg+xml">
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="stylesheet" href="index.css">
    <link rel="stylesheet" href="try.css">
  </head>
  <body>
    <header class="guide">
      <p><a href="/docs/">Documentation</a> · <a href="/docs/api/">API reference</a></p>
      <h1>Try the API</h1>
      <p>
        Choose <b>Authorize</b>, enter an API key as <code>apiKey</code>, then open an operation and
        choose <b>Try it out</b>. Requests go to this installation and have their effects.
      </p>
      <noscript>
        <p>This page needs JavaScript. The <a href="/docs/api/">API reference</a> needs none.</p>
      </noscript>
      <h2>Operations</h2>
    </header>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script type="module" src="start.js"></script>
  </body>
</html>
`;
