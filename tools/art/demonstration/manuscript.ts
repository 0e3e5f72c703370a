import { readFile } from 'node:fs/promises'

/** Source text of a book or episode: metadata at the top, the body below. */
export type Manuscript = { facts: Record<string, string>; body: string }

export async function readManuscript(folder: 'manuscripts' | 'episodes', slug: string): Promise<Manuscript> {
  const text = await readFile(new URL(`../../../demo/${folder}/${slug}.md`, import.meta.url), 'utf8')
  const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? []
  const facts = Object.fromEntries(
    Array.from(head.matchAll(/^([^:\r\n]+):[^\S\r\n]+(.*)$/gm), ([, name, fact = '']) => [name, fact.trim()]),
  )
  return { facts, body: body.trim() }
}

export type Chapter = { title: string; html: string }

/** Parses the few Markdown marks used by the manuscripts. Text before the first heading is a chapter without a title. */
export function chapters(body: string, soften: (text: string) => string): Chapter[] {
  const parts = body.split(/^## +(.+)$/m)
  const opening = (parts.shift() ?? '').trim()
  const found: Chapter[] = opening ? [{ title: '', html: blocks(opening, soften) }] : []
  for (let i = 0; i + 1 < parts.length; i += 2)
    found.push({ title: inline(parts[i] as string), html: blocks((parts[i + 1] as string).trim(), soften) })
  return found
}

function blocks(text: string, soften: (text: string) => string): string {
  const write = (raw: string) => inline(soften(raw))
  const items = (block: string, marker: RegExp) =>
    block
      .split(marker)
      .filter(Boolean)
      .map((item) => `<li>${write(item.trim())}</li>`)
      .join('')
  return text
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block.split('\n')
      if (/^(-{3,}|\*{3,})$/.test(block.trim())) return '<hr>'
      if (/^#{3} /.test(block)) return `<h3>${inline(block.replace(/^#+ /, ''))}</h3>`
      if (lines.every((line) => /^>/.test(line)))
        return `<blockquote>${blocks(lines.map((line) => line.replace(/^> ?/, '')).join('\n'), soften)}</blockquote>`
      if (lines.every((line) => /^([-*] | {2,})/.test(line))) return `<ul>${items(block, /^[-*] /m)}</ul>`
      if (/^\d+\. /.test(block)) return `<ol>${items(block, /^\d+\. /m)}</ol>`
      return `<p>${write(block.replace(/ {2}\n/g, '<br>').replace(/\n/g, ' '))}</p>`
    })
    .join('\n')
}

function inline(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/<(?!br>)/g, '&lt;')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>')
    .replace(/\.\.\./g, '…')
}
