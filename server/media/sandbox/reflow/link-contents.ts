import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { matchTitles, readTitles } from './match-titles.ts'
import type { MadePart } from './split-parts.ts'

/** Links entries of a table of contents to the headings with their titles. */
export function linkContents(parts: MadePart[], titles: ReadonlyMap<ReflowBlock, string>): void {
  const pages = new Set([...titles.keys()].map(({ page }) => page))
  const places = readTitles(parts).filter(({ page }) => !pages.has(page))
  for (const [entry, { part, block }] of matchTitles([...titles], places)) if (entry.kind === 'list-item') entry.target = [part, block]
}
