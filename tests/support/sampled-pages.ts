/** Numbers of the pages of a document of the corpus that are looked at: some of longer ones, unless `CORPUS_PAGES=all` asks for every page. */
export function sampledPages(count: number, atMost: number): number[] {
  const step = process.env.CORPUS_PAGES === 'all' ? 1 : Math.ceil(count / atMost)
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => 1 + index * step)
}
