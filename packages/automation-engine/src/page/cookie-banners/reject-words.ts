/** Buttons of well-known consent frameworks that reject everything that is not necessary. */
export const REJECT_SELECTORS = [
  '#onetrust-reject-all-handler',
  '.ot-pc-refuse-all-handler',
  '#CybotCookiebotDialogBodyButtonDecline',
  '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll',
  '#didomi-notice-disagree-button',
  '.didomi-continue-without-agreeing',
  '[data-testid="uc-deny-all-button"]',
  '#truste-consent-required',
  '.klaro .cn-decline',
  '.cky-btn-reject',
  '.cmplz-deny',
  '.osano-cm-denyAll',
  '.osano-cm-button--type_denyAll',
  '#tarteaucitronAllDenied2',
  '#axeptio_btn_dismiss',
  '#cc-main [data-role="necessary"]',
  '.cc-window .cc-deny',
  '.iubenda-cs-reject-btn',
  '[data-tid="banner-decline"]',
  '#hs-eu-decline-button',
  '#shopify-pc__banner__btn-decline',
  '.moove-gdpr-infobar-reject-btn',
  '#cmpbntnotxt',
  '#cookiescript_reject',
  '.ccc-reject-button',
];

/**
 * Labels of buttons that reject, in lower case and without punctuation. Nothing here accepts, logs
 * in or buys.
 */
export const REJECT_WORDS = [
  'reject|reject all|reject all cookies|reject cookies|reject optional cookies|reject non-essential',
  'decline|decline all|decline all cookies|decline cookies|decline optional cookies',
  'deny|deny all|refuse|refuse all|disagree|i do not accept|do not accept|no thanks',
  'only necessary|necessary only|only necessary cookies|necessary cookies only|use necessary cookies only',
  'only essential|essential only|only essential cookies|essential cookies only|strictly necessary only',
  'accept only necessary|accept necessary|accept only essential|accept essential|accept only essential cookies',
  'accept only necessary cookies|allow only necessary|allow necessary cookies only|continue without accepting',
  'ablehnen|alle ablehnen|alles ablehnen|cookies ablehnen|nur notwendige|nur notwendige cookies',
  'nur erforderliche|nur erforderliche cookies|nur essenzielle|nur essenzielle cookies|nur technisch notwendige',
  'nur notwendige akzeptieren|weiter ohne zustimmung|refuser|tout refuser|continuer sans accepter',
  'rechazar|rechazar todo|rechazar todas|solo necesarias|rifiuta|rifiuta tutto|rifiuta tutti',
  'continua senza accettare|weigeren|alles weigeren|alleen noodzakelijk|rejeitar|rejeitar todos|recusar',
  'avvisa alla|afvis alle|kun nødvendige|avvis alle|odrzuć|odrzuć wszystkie',
].flatMap((line) => line.split('|'));

/** Close a banner without agreeing to anything; pressed when no button rejects. */
export const CLOSE_WORDS = [
  'close|dismiss|×|✕|✖|x|schließen|fermer|cerrar|chiudi|sluiten|fechar',
].flatMap((line) => line.split('|'));

/** Acknowledge a banner that gives no choice. */
export const NOTED_WORDS = [
  'ok|okay|got it|understood|i understand|verstanden|compris|j’ai compris|entendido|ho capito|begrepen',
].flatMap((line) => line.split('|'));
