import { storableText } from '#server/platform/storable-text.ts'
import type { Link, Span, Style } from './epub-block.ts'

export type TextStyle = { italic: boolean; bold: boolean; sup: boolean }

/** Text of a block that is being read. */
export type BlockBuilder = ReturnType<typeof createBlockBuilder>

/** Creates an empty text. White space is collapsed as in a browser, except in code. */
export function createBlockBuilder() {
  const spans: Span[] = []
  const links: Link[] = []
  let length = 0

  function add(text: string, style: Style | undefined) {
    const last = spans.at(-1)
    if (last && last.style === style) last.text += text
    else spans.push({ text, style })
    length += text.length
  }

  function trimEnd(characters: string) {
    for (let last = spans.at(-1); last; last = spans.at(-1)) {
      let rest = last.text.length
      while (rest > 0 && characters.includes(last.text.charAt(rest - 1))) rest -= 1
      length -= last.text.length - rest
      last.text = last.text.slice(0, rest)
      if (rest > 0) return
      spans.pop()
    }
  }

  return {
    get length() {
      return length
    },

    append: (raw: string, style: Style | undefined) => {
      const text = visibleText(raw).replaceAll(/[ \t\r\n\f]+/g, ' ')
      const before = spans.at(-1)?.text.at(-1)
      const isAtStart = before === undefined || /[ \n\t]/.test(before)
      const added = isAtStart ? text.replace(/^ /, '') : text
      if (added !== '') add(added, style)
    },

    appendCode: (raw: string, style: Style | undefined) => {
      const text = visibleText(raw).replaceAll('\r\n', '\n').replaceAll('\t', '    ')
      if (text !== '') add(text, style)
    },

    /** Adds a line feed or a tab in place of white space at the end; nothing to an empty text. */
    appendBreak: (mark: '\n' | '\t') => {
      trimEnd(' ')
      const last = spans.at(-1)
      if (last) add(mark, last.style)
    },

    addLink: (link: Link) => links.push(link),

    /** Returns the text without white space at the end, and the links in it. `characters` are the white space. */
    finish: (characters: string): { spans: Span[]; links: Link[] } => {
      trimEnd(characters)
      const inside = links.map((link) => ({ ...link, end: Math.min(link.end, length) }))
      return { spans, links: inside.filter(({ start, end }) => end > start) }
    },
  }
}

/** Removes soft hyphens, and characters that the database can't store. */
const visibleText = (raw: string) => storableText(raw).replaceAll('\u00ad', '')
