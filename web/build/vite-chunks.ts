import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Rolldown } from 'vite'

const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router)\/|^\0?rolldown\/runtime/
const WEB = resolve(import.meta.dirname, '..')
const PAGES = join(WEB, 'routes/site')
const HOME = join(PAGES, 'home.tsx')
/**
 * Entry points whose code forms the first chunk: the code needed by every page, and the code that the home page, where most visits start,
 * shares with other pages. A single chunk compresses better than many small files.
 */
const FIRST = [
  ...['entry.client.tsx', 'root.tsx'].map((file) => join(WEB, file)),
  join(PAGES, 'layout.tsx'),
  join(PAGES, 'page-boundary.tsx'),
  HOME,
]
const ITEM_PAGES = ['book.tsx', 'podcast.tsx', 'author.tsx'].map((file) => join(PAGES, file))
const AUTHOR = join(PAGES, 'author.tsx')
const PODCAST_PAGES = ['podcast.tsx', 'podcasts.tsx'].map((file) => join(PAGES, file))
const LIST_PAGES = ['bookshop.tsx', 'podcasts.tsx', 'authors.tsx', 'founder-books.tsx', 'search.tsx'].map((file) => join(PAGES, file))
const PROGRAM = join(PAGES, 'program.tsx')
const SHELF = join(PAGES, 'shelf.tsx')
const ADMIN = ['routes/admin/', 'admin/'].map((folder) => join(WEB, folder))
const SIGN_IN_PAGES = ['login.tsx', 'forgot-password.tsx'].map((file) => join(WEB, 'routes/admin', file))
const VIEWER = join(WEB, 'reading/viewer')
const [SHELL, READER] = [join(VIEWER, 'shell/document-viewer.tsx'), join(VIEWER, 'shell/reader.tsx')]
const PLAYER = join(WEB, 'listening/player/podcast-player.tsx')

/**
 * Code splitting into few chunks, instead of one chunk per set of pages that share a module: on a slow connection, every file costs a
 * request and about a kilobyte of headers. The framework is a separate chunk, since it changes least. A group includes the imports of its
 * modules, so groups shared by more pages come first.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'framework', test: FRAMEWORK, priority: 6 },
    {
      debugName: 'site',
      name: (id, graph) => (isForEveryVisit(usersOf(id, graph)) ? 'site' : null),
      minShareCount: 1,
      priority: 5,
    },
    { debugName: 'pages', name: (id, graph) => (isForAllPages(usersOf(id, graph)) ? 'pages' : null), priority: 4 },
    { debugName: 'kind of page', name: (id, graph) => kindOfPages(usersOf(id, graph)), priority: 3 },
    // The reader is requested at once, and every file beyond the connections that are open waits for another connection.
    { debugName: 'viewer and others', name: (id, graph) => sharedByViewer(usersOf(id, graph)), priority: 4 },
    {
      debugName: 'player and others',
      name: (id, graph) => (isForPlayerAndOthers(usersOf(id, graph)) ? 'player-shared' : null),
      priority: 4,
    },
    {
      // Code that the viewer's shell shares with the reader is part of the shell's chunk.
      debugName: 'document-viewer',
      name: (id, graph) => {
        const users = usersOf(id, graph)
        return users.includes(SHELL) && users.every((user) => user.startsWith(VIEWER)) ? 'document-viewer' : null
      },
      priority: 3,
    },
    { debugName: 'reader', name: (id, graph) => (isForReader(usersOf(id, graph)) ? 'reader' : null), priority: 1 },
    { debugName: 'admins and visitors', name: (id, graph) => sharedWithAdmins(usersOf(id, graph)), priority: 2 },
    { debugName: 'sign-in', name: (id, graph) => (isForSignIn(usersOf(id, graph)) ? 'sign-in' : null), priority: 1 },
    { debugName: 'admin', name: (id, graph) => (isOnlyForAdmins(usersOf(id, graph)) ? 'admin' : null) },
  ],
}

const isForEveryVisit = (users: string[]) => users.some((user) => FIRST.includes(user)) && users.some((user) => user !== HOME)

/** Returns whether a module is used by pages of several kinds, or by a page and by the document viewer or player, which open over any page. */
function isForAllPages(users: string[]): boolean {
  const isUsedBy = (pages: string[]) => pages.some((page) => users.includes(page))
  const kind = kindOfPages(users)
  if (kind === 'podcast-pages' || kind === 'lists-and-author') return false
  const isUsedOverPages = isUsedBy([SHELL, READER, PLAYER])
  return (isUsedBy(ITEM_PAGES) && isUsedBy(LIST_PAGES)) || (isUsedOverPages && isUsedBy([...ITEM_PAGES, ...LIST_PAGES]))
}

/** Returns the name of the chunk for a module that several pages of one kind share. */
function kindOfPages(users: string[]): string | null {
  const pages = users.filter((user) => user.startsWith(PAGES))
  if (pages.length < 2) return null
  if (pages.every((page) => PODCAST_PAGES.includes(page))) return 'podcast-pages'
  const items = pages.filter((page) => ITEM_PAGES.includes(page))
  if (items.length > 0) return items.length === 1 && items[0] === AUTHOR ? 'lists-and-author' : 'item-pages'
  if (pages.some((page) => LIST_PAGES.includes(page))) return 'list-pages'
  // Modules of program pages are excluded from the chunk with forms, since programs have no form.
  return pages.includes(PROGRAM) ? null : 'other-pages'
}

/** Returns whether a module is used by the reader and by views that load it later, such as the reading view. */
const isForReader = (users: string[]) => users.includes(READER) && users.every((user) => user.startsWith(VIEWER))

/**
 * Returns the chunk of a module that is used by the viewer and by code outside it, but not by a page other than the shelf. The player loads
 * only the chunk of modules that it uses.
 */
function sharedByViewer(users: string[]): string | null {
  const isViewed = users.includes(SHELL) || users.includes(READER)
  if (!isViewed || isForPages(users) || users.every((user) => user.startsWith(VIEWER))) return null
  return users.includes(PLAYER) ? 'overlays' : 'viewer-shared'
}

/** Returns whether a module is used by the player and by code that other views load, but not by a page other than the shelf. */
const isForPlayerAndOthers = (users: string[]) => users.includes(PLAYER) && users.length > 1 && !isForPages(users)

const isForPages = (users: string[]) => users.some((user) => user.startsWith(PAGES) && user !== SHELF)

/** Returns the chunk of a module shared by the admin area and other code; named by a hash of the entry points outside the admin area. */
function sharedWithAdmins(users: string[]): string | null {
  const others = users.filter((user) => !isForAdmins(user))
  if (others.length === 0 || others.length === users.length) return null
  return `shared-${createHash('sha256').update(others.toSorted().join()).digest('hex').slice(0, 4)}`
}

/**
 * Returns whether a module is used only by several pages of the admin area. Such modules form a single chunk instead of twenty, because
 * visitors load the list of every page's files.
 */
const isOnlyForAdmins = (users: string[]) => users.length > 1 && users.every(isForAdmins)

/** Returns whether a module is needed for signing in. Administrators who are not signed in load no other code of the admin area. */
const isForSignIn = (users: string[]) => isOnlyForAdmins(users) && users.some((user) => SIGN_IN_PAGES.includes(user))

const isForAdmins = (user: string) => ADMIN.some((folder) => user.startsWith(folder))

/** Returns the entry points and dynamically imported modules that depend on a module. */
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
