import { HtmlValidate } from 'html-validate'

/** What is wrong with a document, as text; nothing when it is right. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const report = await validator.validateString(html)
  // What lies behind a dialog is hidden from those who listen, and the focus, which the dialog keeps in, doesn't get there.
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
    // React writes charSet, srcSet and selected="", closes what has no content, and makes ids such as _R_1_.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // Blurred previews are colours of each picture; the policy of pages allows styles of their own.
    'no-inline-style': 'off',
    // The contact form's button submits once its script can send.
    'wcag/h32': 'off',
    // A fieldset disables a whole form while it is sent; those that group have their legends, which axe looks for.
    'wcag/h71': 'off',
    // Phone numbers stand as the specification writes them.
    'tel-non-breaking': 'off',
  },
})
