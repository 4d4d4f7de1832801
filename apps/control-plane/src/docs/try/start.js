import { accessible } from './accessible.js';
import { emptyOptionalParameters } from './empty-optional-parameters.js';

const { SwaggerUIBundle } = globalThis;
const leaveOut = () => () => null;

globalThis.ui = SwaggerUIBundle({
  url: '../../../openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [
    accessible,
    emptyOptionalParameters,
    // The reference has the introduction, and the only server needs no choice.
    { wrapComponents: { InfoContainer: leaveOut, ServersContainer: leaveOut } },
  ],
  layout: 'BaseLayout',
  // Its colours have enough contrast.
  syntaxHighlight: { theme: 'tomorrow-night' },
  validatorUrl: null,
});
