import { noticePlace, topModal } from './open-modals.ts'
import { createStore } from './store.ts'

type Notices = typeof import('./toast-notices.tsx')
type Kind = keyof Notices['say']
/** Options of a toast. `undo` reverts the action that the toast reports; `label` names its button if that is not “Undo”. */
type Options = { id?: string; duration?: number; undo?: () => void; label?: string }
type Show = (message: string, options?: Options) => void

/** Time after which a toast is displayed without the toast library if the library has not loaded. */
const PLAIN_AFTER_MS = 1500
const PLAIN_FOR_MS = 4000

const notices = createStore<Notices | undefined>(undefined)
let loading: Promise<void> | undefined
/** Toasts requested before the toast library is loaded */
const waiting = new Map<symbol, { message: string; options: Options | undefined; say: (loaded: Notices) => void }>()

/** Displays a toast, see `toast-notices.tsx`. A toast replaces the previous toast with the same id. */
export const toast: Show & { success: Show; error: Show; remove: (id: string) => void } = Object.assign(show('plain'), {
  success: show('success'),
  error: show('error'),
  remove: (id: string) => notices.get()?.remove(id),
})

function show(kind: Kind): Show {
  return (message, options) => {
    const loaded = notices.get()
    if (loaded) return loaded.say[kind](message, options)
    const key = Symbol()
    waiting.set(key, { message, options, say: ({ say }) => say[kind](message, options) })
    loadToasts().then(() => showPlainly(key))
    setTimeout(showPlainly, PLAIN_AFTER_MS, key)
  }
}

// The build adds handlers that follow an import directly to the import itself, where they would miss failures of its files.
const loadNotices = () => import('./toast-notices.tsx')

/** Loads the toast library, which a page needs only for its first toast. After a failure, the next toast retries. */
export function loadToasts(): Promise<void> {
  loading ??= loadNotices().then(
    (loaded) => {
      notices.set(loaded)
      for (const { say } of waiting.values()) say(loaded)
      waiting.clear()
    },
    // Without the library, toasts are plain text. A page that is left while the file loads fails here too, so nothing is logged.
    () => {
      loading = undefined
    },
  )
  return loading
}

/**
 * Displays a toast without the toast library if the library has not loaded yet. Error reporting must not depend on code that can fail to
 * load.
 */
function showPlainly(key: symbol): void {
  const { message, options } = waiting.get(key) ?? {}
  if (!message || !waiting.delete(key)) return
  const notice = Object.assign(document.createElement('p'), { className: 'toast plain-toast', role: 'alert', textContent: message })
  const remove = () => notice.remove()
  if (options?.undo) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'toast-undo',
      textContent: options.label ?? 'Undo',
    })
    for (const act of [options.undo, remove]) button.addEventListener('click', act)
    notice.append(button)
  }
  const place = noticePlace(topModal(), document.fullscreenElement) ?? document.body
  place.append(notice)
  setTimeout(remove, options?.duration ?? PLAIN_FOR_MS)
}

export const UNDO_MS = 10_000

/** Displays a toast about a deletion, which `undo` reverts within ten seconds. The next deletion replaces the toast. */
export const toastDeleted = (message: string, undo: () => void) => toast(message, { id: 'deleted', duration: UNDO_MS, undo })

/** Returns the component that displays toasts, once the toast library is loaded. */
export const useNotices = () => notices.useValue((loaded) => loaded?.Notices)
