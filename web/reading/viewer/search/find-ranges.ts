import { findWords } from './found-words.ts'

/** Elements with the text of pages: over page images, over pages rendered by pdf.js, and reflowable text. */
const TEXTS = '.viewer-text, .textLayer, .reading-text'

/** Returns the found words in the rendered texts as ranges. A word may span several elements, but no end of a line or block. */
export function findRanges(root: Element, isFound: (word: string) => boolean): Range[] {
  return [...root.querySelectorAll(TEXTS)].flatMap((text) => findIn(text, isFound))
}

function findIn(root: Element, isFound: (word: string) => boolean): Range[] {
  const pieces: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length })
      text += node.data
    } else if ((node as Element).matches('br, [data-place], button')) text += '\n'
  }
  let at = 0
  const pieceOf = (offset: number) => {
    while (at + 1 < pieces.length && (pieces[at + 1]?.start ?? 0) <= offset) at++
    return pieces[at]
  }
  return findWords(text, isFound).flatMap(([from, to]) => {
    const first = pieceOf(from)
    const last = pieceOf(to - 1)
    if (!first || !last) return []
    const range = document.createRange()
    range.setStart(first.node, from - first.start)
    range.setEnd(last.node, to - last.start)
    return [range]
  })
}
