import { HtmlValidate } from 'html-validate'

/** Returns the errors in an HTML document as text; empty if the document is valid. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const report = await validator.validateString(html)
  // Hidden focusable elements are allowed on a page with a dialog: content behind the dialog is hidden from screen readers, and the focus
  // stays inside the dialog.
  const inDialog = html.includes('role="dialog"')
  return report.results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId }) => !(inDialog && ruleId === 'hidden-focusable'))
    .map(({ ruleId, message, selector, line, column }) => `${ruleId}: ${message} (${selector ?? ''} ${line}:${column})`)
}

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes charSet, srcSet and selected="", closes empty elements, and generates ids such as _R_1_.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // Inline styles are allowed: blurred placeholders have the colors of each picture, and the content security policy of pages permits
    // them.
    'no-inline-style': 'off',
    // Forms without a submit button are allowed: the contact form's button submits once its script is ready.
    'wcag/h32': 'off',
    // A fieldset without a legend disables the whole form while it is sent. Grouping fieldsets have legends, which axe checks.
    'wcag/h71': 'off',
    // Breaking spaces in phone numbers are allowed: the specification formats phone numbers this way.
    'tel-non-breaking': 'off',
  },
})
