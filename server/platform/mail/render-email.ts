import { THEME } from '#contracts/site/palette.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

/** Row of a table in an email; `url` is the link target of the value. */
export type EmailFact = [label: string, value: string, url?: string]

/** Name of the site, and the shades of its accent color with sufficient contrast on white: 3:1 for lines, 4.5:1 for links. */
export type EmailBrand = { name: string; colors: { lamp: string; 'lamp-deep': string } }

/** Content of an email, rendered as text and as HTML. */
export type EmailContent = {
  brand: EmailBrand
  heading: string
  parts: ({ paragraph: string } | { facts: EmailFact[] } | { code: string } | { link: string; url: string })[]
  footer: string[]
}

type Part = EmailContent['parts'][number]

// Styles are inline on every element, since email programs ignore style sheets and web fonts.
const SERIF = 'font-family: Georgia, serif'
const SANS = 'font-family: Helvetica, Arial, sans-serif'
const INK = `color: ${THEME.ink}`
const SOFT = `color: ${THEME.soft}`
const RULE = `1px solid ${THEME.rule}`

/** Renders the content as text and HTML. Values are escaped, and opening the email loads nothing from the network. */
export function renderEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

function asText({ brand, heading, parts, footer }: EmailContent) {
  return `${[brand.name, heading, ...parts.map(partAsText), footer.join('\n')].join('\n\n')}\n`
}

function partAsText(part: Part) {
  if ('paragraph' in part) return part.paragraph
  if ('facts' in part) return part.facts.map(([label, value, url]) => `${label}: ${value}${url ? ` (${url})` : ''}`).join('\n')
  if ('code' in part) return part.code
  return `${part.link}: ${part.url}`
}

function asHtml({ brand, heading, parts, footer }: EmailContent) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin: 0; padding: 0; background-color: ${THEME.paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color: ${THEME.paper}">
<tr><td align="center" style="padding: 24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px; background-color: #ffffff; border: ${RULE}">
<tr><td align="left" style="padding: 20px 24px; border-bottom: 3px solid ${brand.colors.lamp}; ${SERIF}; font-size: 20px; ${INK}">${escapeHtml(brand.name)}</td></tr>
<tr><td align="left" style="padding: 24px 24px 8px">
<h1 style="margin: 0 0 16px; ${SERIF}; font-size: 26px; line-height: 1.25; font-weight: normal; ${INK}">${escapeHtml(heading)}</h1>
${parts.map((part) => partAsHtml(part, brand.colors['lamp-deep'])).join('\n')}
</td></tr>
<tr><td align="left" style="padding: 16px 24px 20px; border-top: ${RULE}; ${SANS}; font-size: 14px; line-height: 1.5; ${SOFT}">
${footer.map(escapeHtml).join('<br>\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function partAsHtml(part: Part, accent: string) {
  const text = `${SANS}; font-size: 16px; line-height: 1.5; ${INK}`
  if ('paragraph' in part) return `<p style="margin: 0 0 16px; ${text}">${escapeHtml(part.paragraph)}</p>`
  if ('code' in part)
    return `<p style="margin: 0 0 16px; padding: 16px 8px; background-color: #f1e9dc; text-align: center; font-family: Consolas, Menlo, monospace; font-size: 32px; letter-spacing: 6px; ${INK}">${escapeHtml(part.code)}</p>`
  if ('link' in part)
    return `<p style="margin: 8px 0 24px"><a href="${escapeHtml(part.url)}" style="display: inline-block; padding: 12px 20px; background-color: ${accent}; ${SANS}; font-size: 16px; font-weight: bold; color: #ffffff; text-decoration: none">${escapeHtml(part.link)}</a></p>`
  const rows = part.facts.map(
    ([label, value, url]) =>
      `<tr><th align="left" valign="top" style="padding: 9px 16px 9px 0; border-top: ${RULE}; ${SANS}; font-size: 14px; line-height: 1.5; font-weight: normal; ${SOFT}; white-space: nowrap">${escapeHtml(label)}</th>` +
      `<td align="left" valign="top" style="padding: 9px 0; border-top: ${RULE}; ${SANS}; font-size: 15px; line-height: 1.5; ${INK}; word-break: break-word; overflow-wrap: anywhere">${url ? `<a href="${escapeHtml(url)}" style="color: ${accent}">${escapeHtml(value)}</a>` : escapeHtml(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 20px; border-bottom: ${RULE}">\n${rows.join('\n')}\n</table>`
}
