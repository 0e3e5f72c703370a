import type { Page } from 'playwright-core'

/**
 * Removes every soft hyphen at which no line breaks: each would become an invisible character in the file, which breaks searches.
 * The page gets the width of the book's lines first, so that they break where they will in print.
 */
export async function removeUnusedHyphens(page: Page, measure: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate((width) => {
    document.body.style.width = width
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const kept: [Text, string][] = []
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const text = node.data
      if (!text.includes('\u00ad')) continue
      const endsLine = (at: number) => {
        const range = document.createRange()
        range.setStart(node as Text, at - 1)
        range.setEnd(node as Text, at + 2)
        const boxes = [...range.getClientRects()]
        return boxes.length > 1 && (boxes.at(-1)?.top ?? 0) > (boxes[0]?.top ?? 0) + 3
      }
      kept.push([node, [...text].filter((letter, i) => letter !== '\u00ad' || endsLine(i)).join('')])
    }
    for (const [node, text] of kept) node.data = text
    document.body.style.width = ''
  }, measure)
}
