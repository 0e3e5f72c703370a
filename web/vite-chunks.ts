import { join } from 'node:path'
import type { Rolldown } from 'vite'

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router)\/|^\0?rolldown\/runtime/
/** What every page needs, and Home, where most visits start: one file, since many small ones compress worse. */
const FIRST = ['entry.client.tsx', 'root.tsx', 'routes/site/layout.tsx', 'routes/site/page-boundary.tsx', 'routes/site/home.tsx'].map(
  (file) => join(import.meta.dirname, file),
)
const PAGES = join(import.meta.dirname, 'routes/site')

/**
 * Few chunks, instead of one for each module that two pages share: every file costs a kilobyte of headers and a request on a slow
 * connection. The framework is separate, since it changes least.
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
    {
      debugName: 'pages',
      name: (id, graph) => (usersOf(id, graph).filter((user) => user.startsWith(PAGES)).length > 1 ? 'pages' : null),
      priority: 1,
    },
  ],
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
