const NAMESPACES = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'

export type DocumentHead = { title: string; language: string | null; direction: 'ltr' | 'rtl' }

/** Returns a content document. `styles` is the path of the style sheet. */
export function xhtml({ title, language, direction }: DocumentHead, body: string, styles?: string): string {
  const lang = language ? ` lang="${language}" xml:lang="${language}"` : ''
  const link = styles ? `\n  <link rel="stylesheet" type="text/css" href="${styles}"/>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html ${NAMESPACES}${lang}${direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
  <title>${escapeXml(title)}</title>${link}
</head>
<body>
  ${body}
</body>
</html>
`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain these characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes a text for XML. Characters that XML can't contain are removed. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? '')
}
