import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Paths of Knuth's hyphenation patterns for English, as distributed with groff. Headless Chromium has no hyphenation dictionary. */
const PATTERNS = ['1.22.4', '1.23.0'].map((version) => `/usr/share/groff/${version}/tmac/hyphen.us`).find(existsSync)

const patterns = new Map<string, number[]>()
if (PATTERNS) {
  const list = /\\patterns\{([\s\S]*?)\}/.exec(readFileSync(PATTERNS, 'utf8').replace(/%.*$/gm, ''))?.[1] ?? ''
  for (const pattern of list.split(/\s+/).filter(Boolean))
    patterns.set(
      pattern.replace(/\d/g, ''),
      [
        ...pattern
          .replace(/[^\d](?=[^\d])/g, '$&0')
          .replace(/^[^\d]/, '0$&')
          .replace(/[^\d]$/, '$&0'),
      ]
        .filter((c) => /\d/.test(c))
        .map(Number),
    )
}

/** Inserts soft hyphens where a word may break (Liang's method). Names and short words are not hyphenated. */
export function hyphenate(text: string): string {
  if (!patterns.size) return text
  return text.replace(/(?<![\p{L}’\u00ad-])[a-z]{7,}(?![\p{L}’-])/gu, (word) => {
    const dotted = `.${word}.`
    const weights = new Array<number>(dotted.length + 1).fill(0)
    for (let start = 0; start < dotted.length; start++)
      for (let end = start + 1; end <= dotted.length; end++)
        patterns.get(dotted.slice(start, end))?.forEach((weight, i) => {
          weights[start + i] = Math.max(weights[start + i] ?? 0, weight)
        })
    return [...word].map((letter, i) => (i >= 2 && i <= word.length - 3 && (weights[i + 1] ?? 0) % 2 ? `\u00ad${letter}` : letter)).join('')
  })
}

/**
 * Removes every soft hyphen at which no line breaks: each would become an invisible character in the file, which breaks
 * text search. The page first gets the width of the book's lines, so that lines break as in print.
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
