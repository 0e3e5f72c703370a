import type { Highlight } from './stored-highlights.ts'

/** Returns the highlights of a book with their notes as a text file. */
export function writeHighlights(
  title: string,
  highlights: Highlight[],
  { nameOfPage, findChapter }: { nameOfPage: (page: number) => string; findChapter: (page: number) => string | undefined },
): string {
  const entries = highlights.map(({ page, quote, note }) => {
    const place = [`Page ${nameOfPage(page)}`, findChapter(page)].filter(Boolean).join(', ')
    return [place, `“${quote.trim()}”`, note && `Note: ${note.trim()}`].filter(Boolean).join('\n')
  })
  return `${[`Highlights in ${title}`, ...entries].join('\n\n')}\n`
}
