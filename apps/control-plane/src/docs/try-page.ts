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
    <style>
      .guide { max-width: 1460px; margin: 0 auto; padding: 16px 20px; font: 14px/1.5 system-ui, sans-serif; }
      .guide a { color: #14624f; }
    </style>
  </head>
  <body>
    <p class="guide">
      <a href="/docs/">Documentation</a> · <a href="/docs/api/">API reference</a>
    </p>
    <noscript>
      <p class="guide">
        This page needs JavaScript. The <a href="/docs/api/">API reference</a> needs none.
      </p>
    </noscript>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="swagger-ui-standalone-preset.js"></script>
    <script src="swagger-initializer.js"></script>
  </body>
</html>
`;
