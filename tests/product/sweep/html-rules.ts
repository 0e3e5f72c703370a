import { HtmlValidate } from 'html-validate'

/** Returns the errors of a document as text; empty if it is valid. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const report = await validator.validateString(html)
  // Content behind a dialog is hidden from screen readers, and the focus stays inside the dialog.
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
    // Blurred placeholders are inline styles with the colours of each picture; the content security policy of pages allows them.
    'no-inline-style': 'off',
    // The contact form's button submits once its script can send.
    'wcag/h32': 'off',
    // A fieldset without a legend disables the whole form while it is sent. Grouping fieldsets have legends, which axe checks.
    'wcag/h71': 'off',
    // Phone numbers are formatted as in the specification.
    'tel-non-breaking': 'off',
  },
})
