import { isUnfinished } from './build-blocks.ts'
import type { Draft } from './classify.ts'
import { type ReflowLine, textOf } from './reflow-line.ts'
import { LINE_END_HYPHEN } from './vocabulary.ts'

/** Minimum indent of a paragraph, relative to the font size. */
const INDENT = 0.7

/** Joins blocks that continue in the next column or on the next page, past notes, captions and pictures in between. */
export function joinDrafts<Other>(drafts: (Draft | Other)[], isDraft: (one: Draft | Other) => one is Draft): (Draft | Other)[] {
  const own = drafts.filter(isDraft)
  const indented = own.filter((draft) => draft.kind === 'paragraph' && draft.lines.length > 1 && isIndented(draft)).length
  const usesIndents = indented > own.filter(({ kind, lines }) => kind === 'paragraph' && lines.length > 1).length * 0.3
  const joined: (Draft | Other)[] = []
  let text: Draft | undefined
  let note: Draft | undefined
  for (const draft of drafts) {
    if (!isDraft(draft) || draft.kind === 'contents-entry') {
      joined.push(draft)
      continue
    }
    const open = [draft.isAside ? note : undefined, text].find((one) => one && goesOn(one, draft, usesIndents))
    if (open) {
      open.lines.push(...draft.lines)
      open.column = draft.column
      Object.assign(open, { left: draft.left, right: draft.right })
      continue
    }
    joined.push(draft)
    if (draft.kind === 'note') note = draft
    else if (draft.kind === 'heading') text = undefined
    else if (!draft.isAside || !text || text.isAside) text = draft
  }
  return joined
}

function goesOn(open: Draft, draft: Draft, usesIndents: boolean): boolean {
  if (draft.kind === 'heading' || draft.marker !== undefined || open.isAside !== draft.isAside) return false
  const [last, first] = [open.lines.at(-1) as ReflowLine, draft.lines[0] as ReflowLine]
  if (Math.abs(last.size - first.size) > first.size * 0.08) return false
  const text = textOf(last)
  const isFull = open.right - last.right < last.size * 1.2
  // The text continues past a picture in the middle of a sentence.
  if (open.column === draft.column) return open.kind === draft.kind && isFull && isUnfinished(open.lines) && /^\p{Ll}/u.test(textOf(first))
  if (LINE_END_HYPHEN.test(text) && /^\p{Ll}/u.test(textOf(first))) return true
  if (open.kind === 'note' || draft.kind === 'note') return open.kind === 'note' && isUnfinished(open.lines)
  const isIndent = isIndented(draft)
  if (isUnfinished(open.lines)) return !isIndent || /^\p{Ll}/u.test(textOf(first))
  if (isFull && open.kind === draft.kind && /^\p{Ll}/u.test(textOf(first))) return true
  return usesIndents && isFull && !isIndent && open.kind === draft.kind && open.kind === 'paragraph'
}

/** Returns whether the first line begins further in than the rest. */
function isIndented({ lines, left }: Draft): boolean {
  const [first, second] = lines as [ReflowLine, ReflowLine | undefined]
  return first.x - (second?.x ?? left) > first.size * INDENT
}
