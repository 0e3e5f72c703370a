import { lazyImport } from '#web/lib/lazy-import.ts'

type Notices = typeof import('./toast-notices.tsx')
type Show = (message: string, options?: { id?: string; duration?: number }) => void

let notices: Notices | undefined
let loading: Promise<void> | undefined
/** What was said while the library was not there */
const waiting: ((loaded: Notices) => void)[] = []
const listeners = new Set<() => void>()

/** A short notice at the foot of the page. With the same id it replaces the one before. */
export const toast: Show & { success: Show; error: Show; remove: (id: string) => void } = Object.assign(show('plain'), {
  success: show('success'),
  error: show('error'),
  remove: (id: string) => notices?.remove(id),
})

function show(kind: keyof Notices['say']): Show {
  return (message, options) => {
    waiting.push(({ say }) => say[kind](message, options))
    void loadToasts()
  }
}

/** Loads the library, which no page needs before there is something to say. Without a connection it is tried again when there is one. */
export async function loadToasts(): Promise<void> {
  loading ??= lazyImport(() => import('./toast-notices.tsx')).then(
    (loaded) => {
      notices = loaded
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      console.warn(error)
      loading = undefined
      if (waiting.length > 0) addEventListener('online', () => void loadToasts(), { once: true })
    },
  )
  await loading
  if (notices) for (const say of waiting.splice(0)) say(notices)
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What shows the notices, once it is loaded. */
export const getNotices = () => notices?.Notices
