import { escapeHtml } from '#server/platform/escape-html.ts'

/** Returns a description as HTML for feeds: paragraphs and line breaks, and a link at the end. */
export function descriptionHtml(text: string, more?: { text: string; url: string }): string {
  const paragraphs = text.trim().split(/\n\s*\n/)
  const html = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
  if (more) html.push(`<p><a href="${escapeHtml(more.url)}">${escapeHtml(more.text)}</a></p>`)
  return html.join('')
}
