/**
 * A plugin for Swagger UI (https://swagger.io/docs/open-source-tools/swagger-ui/customization/plugin-api/)
 * that names its controls and puts everything in a landmark. It wraps components by the names that
 * Swagger UI gives them; `serve-try-page.test.ts` checks the result with axe-core.
 */
export function accessible({ React }) {
  const { about, named, withNamedSelect, scrollable } = createNames(React);
  const { inside, withoutLabel, visibleIcon, textOnly } = createRepairs(React);
  return {
    wrapComponents: {
      JsonSchemaForm: about(({ description }) => description),
      RequestBody: about(() => 'Request body'),
      response: about(({ code }) => `Response ${code}`),
      liveResponse: about(() => 'Server response'),
      curl: about(() => 'Curl command'),
      apiKeyAuth: about(({ name }) => `Value of ${name}`),
      Select: withNamedSelect(''),
      ExamplesSelect: withNamedSelect(': example'),
      TextArea: named,
      Input: named,
      SyntaxHighlighter: scrollable,
      Button: withoutLabel,
      CloseIcon: visibleIcon('Close'),
      authorizationPopup: inside('div', {
        role: 'dialog',
        'aria-modal': true,
        'aria-label': 'Available authorizations',
      }),
      AuthorizeBtnContainer: inside('section', { 'aria-label': 'Authorization' }),
      // A button must not contain a link.
      DeepLink: textOnly,
    },
  };
}

/** Wrappers that name controls after what they belong to: a parameter, the body, a response. */
function createNames(React) {
  const { createContext, createElement, useContext } = React;
  const Subject = createContext('');
  return {
    /** Everything inside belongs to what the properties describe. */
    about: (nameOf) => (Original) => (props) =>
      createElement(Subject.Provider, { value: nameOf(props) }, createElement(Original, props)),

    /** For components that pass their properties on to the control. */
    named: (Original) => (props) =>
      createElement(Original, { 'aria-label': useContext(Subject), ...props }),

    /** For classes that render a `<select>` and leave no way to name it. */
    withNamedSelect: (suffix) => (Original) =>
      class extends Original {
        static contextType = Subject;

        render() {
          return nameSelect(React, super.render(), `${this.context}${suffix}`);
        }
      },

    /** Long examples scroll, so the keyboard must reach them. */
    scrollable: (Original) => (props) => {
      const attributes = { role: 'group', tabIndex: 0, 'aria-label': useContext(Subject) };
      const content = createElement(Original, props);
      return createElement('div', { className: 'scrolled-code', ...attributes }, content);
    },
  };
}

function nameSelect(React, element, name) {
  if (!React.isValidElement(element)) return element;
  if (element.type === 'select') return React.cloneElement(element, { 'aria-label': name });
  const children = React.Children.map(element.props.children, (child) =>
    nameSelect(React, child, name),
  );
  return React.cloneElement(element, {}, children);
}

function createRepairs({ createElement }) {
  return {
    inside: (type, attributes) => (Original) => (props) =>
      createElement(type, attributes, createElement(Original, props)),

    /** Drops a label that lacks the words on the button, which people say to press it. */
    withoutLabel: (Original) => (props) => {
      const isText = typeof props.children === 'string';
      return createElement(Original, isText ? { ...props, 'aria-label': undefined } : props);
    },

    visibleIcon: (name) => (Original) => (props) =>
      createElement(Original, { ...props, role: 'img', 'aria-hidden': false, 'aria-label': name }),

    textOnly:
      () =>
      ({ text }) =>
        createElement('span', null, text),
  };
}
