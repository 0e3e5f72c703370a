import { join } from 'node:path'
import type { Rolldown } from 'vite'

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router)\/|^\0?rolldown\/runtime/
/** What every page needs, and Home, where most visits start: one file, since many small ones compress worse. */
const FIRST = ['entry.client.tsx', 'root.tsx', 'routes/site/layout.tsx', 'routes/site/page-boundary.tsx', 'routes/site/home.tsx'].map(
  (file) => join(import.meta.dirname, file),
)
const PAGES = join(import.meta.dirname, 'routes/site')
const ITEM_PAGES = ['book.tsx', 'podcast.tsx', 'author.tsx'].map((file) => join(PAGES, file))
const LIST_PAGES = ['bookshop.tsx', 'podcasts.tsx', 'authors.tsx', 'founder-books.tsx', 'search.tsx'].map((file) => join(PAGES, file))
const VIEWER = join(import.meta.dirname, 'features/viewer')
const SHELL = join(VIEWER, 'document-viewer.tsx')

/**
 * Few chunks, instead of one for each module that two pages share: every file costs a kilobyte of headers and a request on a slow
 * connection. The framework is separate, since it changes least. A group takes what its modules import, so what more pages share
 * comes first.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: FRAMEWORK, priority: 3 },
    {
      debugName: 'site',
      name: (id, graph) => (usersOf(id, graph).some((user) => FIRST.includes(user)) ? 'site' : null),
      minShareCount: 1,
      priority: 2,
    },
    { debugName: 'pages', name: (id, graph) => (isForAllPages(usersOf(id, graph)) ? 'pages' : null), priority: 1 },
    { debugName: 'kind of page', name: (id, graph) => kindOfPages(usersOf(id, graph)) },
    {
      // What the viewer's shell shares with the reader comes with the shell, in one file.
      debugName: 'document-viewer',
      name: (id, graph) => {
        const users = usersOf(id, graph)
        return users.includes(SHELL) && users.every((user) => user.startsWith(VIEWER)) ? 'document-viewer' : null
      },
    },
  ],
}

/** Whether pages of several kinds depend on a module, or the viewer, which opens over any of them, and one of them. */
function isForAllPages(users: string[]): boolean {
  const isUsedBy = (pages: string[]) => pages.some((page) => users.includes(page))
  const viewed = users.some((user) => user.startsWith(VIEWER))
  return (isUsedBy(ITEM_PAGES) && isUsedBy(LIST_PAGES)) || (viewed && isUsedBy([...ITEM_PAGES, ...LIST_PAGES]))
}

/** The chunk of a module that several pages of one kind share. */
function kindOfPages(users: string[]): string | null {
  const pages = users.filter((user) => user.startsWith(PAGES))
  if (pages.length < 2) return null
  if (pages.some((page) => ITEM_PAGES.includes(page))) return 'item-pages'
  return pages.some((page) => LIST_PAGES.includes(page)) ? 'list-pages' : 'other-pages'
}

/** The entries and dynamically imported files that depend on a module. */
function usersOf(id: string, graph: Rolldown.ChunkingContext): string[] {
  const users = new Set<string>()
  const seen = new Set<string>()
  const climb = (from: string) => {
    if (seen.has(from)) return
    seen.add(from)
    const module = graph.getModuleInfo(from)
    if (module?.isEntry || module?.dynamicImporters.length) users.add(from.replace(/\?.*/, ''))
    for (const importer of module?.importers ?? []) climb(importer)
  }
  climb(id)
  return [...users]
}
