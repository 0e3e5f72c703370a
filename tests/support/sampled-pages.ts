/** Returns the numbers of the pages to check in a corpus document: a sample of long documents, or every page with `CORPUS_PAGES=all`. */
export function sampledPages(count: number, atMost: number): number[] {
  const step = process.env.CORPUS_PAGES === 'all' ? 1 : Math.ceil(count / atMost)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => 1 + index * step)
}
