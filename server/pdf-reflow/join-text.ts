import { DROP_CAP_WORD } from './build-lines.ts'
import { addSpan, type LineSpan, type ReflowLine, textOf } from './reflow-line.ts'
import { keepsHyphen, LINE_END_HYPHEN, type Vocabulary } from './vocabulary.ts'

export type JoinedText = { spans: LineSpan[]; breaks: [number, number][] }

/** Characters at the end or the beginning of a line that require no space at the line break. */
const NO_SPACE_AFTER = /[—–/\u2e3a]$|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u
const NO_SPACE_BEFORE = /^[—–]|^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。」』）]/u
/** Matches a dash with a space before it, which has a space on its other side as well. */
const SPACED_DASH = /\s[—–]$/u
/** Matches text after a suspended hyphen, as in “two- and threefold”. */
const SUSPENDED = /^(?:and|or|to|und|oder|et|ou|y|o)\s/u

/** Joins lines without the hyphens that only split words. `breaks` are the offsets where further pages begin, each before a whole word. */
export function joinText(lines: ReflowLine[], vocabulary: Vocabulary): JoinedText {
  const spans: LineSpan[] = []
  const breaks: [number, number][] = []
  let [length, page] = [0, lines[0]?.page ?? 1]
  const add = (span: LineSpan) => {
    addSpan(spans, span)
    length += span.text.length
  }
  for (const [index, line] of lines.entries()) {
    const text = textOf(line)
    const before = spans.at(-1)
    let isWordSplit = false
    if (index > 0 && before) {
      const so = spans
        .slice(-3)
        .map((span) => span.text)
        .join('')
      if (LINE_END_HYPHEN.test(so) && before.style !== 'sup') {
        const isSoft = so.endsWith('\u00ad')
        if (!isSoft && SUSPENDED.test(text)) add({ text: ' ', style: before.style })
        else if (isSoft || !keepsHyphen(so.slice(0, -1), text, vocabulary)) {
          before.text = before.text.slice(0, -1)
          length -= 1
          isWordSplit = true
          if (before.text === '') spans.pop()
        } else isWordSplit = true
      } else if (isLinkGoingOn(so, text)) isWordSplit = true
      else if (SPACED_DASH.test(so) || /^[—–]\s/.test(text) || (!NO_SPACE_AFTER.test(so) && !NO_SPACE_BEFORE.test(text)))
        add({ text: ' ', style: before.style === 'sup' ? '' : before.style })
    }
    if (line.page !== page) {
      page = line.page
      const rest = isWordSplit ? (/^\S*\s?/.exec(text)?.[0].length ?? 0) : 0
      breaks.push([length + rest, page])
    }
    for (const span of line.spans) add({ ...span, text: settleDropCap(span.text, vocabulary).replace(/\u00ad(?!$)/g, '') })
  }
  return { spans, breaks }
}

function isLinkGoingOn(before: string, after: string) {
  const link = /(?:https?:\/\/|www\.)\S*/.exec(before.split(/\s/).at(-1) ?? '')?.[0]
  return link !== undefined && /[/\-_.?=&#]$/.test(link) && /^[\w/?=&#%-]/.test(after)
}

/** Decides whether a drop cap is a separate word, as in “I led”, or the beginning of a word, as in “In the year”. */
function settleDropCap(text: string, vocabulary: Vocabulary) {
  if (!text.includes(DROP_CAP_WORD)) return text
  const [cap = '', rest = ''] = text.split(DROP_CAP_WORD)
  const word = /^[\p{L}\p{M}]+/u.exec(rest)?.[0] ?? ''
  return vocabulary.count(cap + word) >= vocabulary.count(word) ? cap + rest : `${cap} ${rest}`
}
