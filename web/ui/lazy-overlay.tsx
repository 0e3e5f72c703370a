import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ItemKey } from '#web/lib/access/item-access.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { OpeningFailure, OpeningScreen } from './opening-screen.tsx'

/** Loads the code of an overlay, then renders it. A failure is shown over the page, with a retry. */
export function LazyOverlay<Module extends object>({
  load,
  reopen,
  hasUrl = false,
  onClose,
  children,
}: {
  load: () => Promise<Module>
  /** What to open again if the page has to be reloaded */
  reopen?: ItemKey | undefined
  /** Whether the overlay has a URL of its own, so that Back closes it anyway */
  hasUrl?: boolean
  onClose: () => void
  children: (module: Module) => ReactNode
}) {
  const [module, setModule] = useState<Module>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useBackCloses(!module && !hasUrl, onClose)

  const fetchCode = useEffectEvent(async (isActive: () => boolean) => {
    const loaded = await load().catch((error: unknown) => console.warn(error))
    if (!isActive()) return
    if (loaded) return setModule(loaded)
    // Some browsers cache the failure, and a new release has other file names: then only a reload helps.
    if (attempt > 0 && (await isSiteUp())) reloadPage(reopen)
    if (isActive()) setFailed(true)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each attempt
  useEffect(() => {
    let active = true
    void fetchCode(() => active)
    return () => {
      active = false
    }
  }, [attempt])

  function retry() {
    setFailed(false)
    setAttempt(attempt + 1)
  }

  if (module) return children(module)
  return failed ? <OpeningFailure onRetry={retry} onClose={onClose} /> : <OpeningScreen onClose={onClose} />
}

function isSiteUp(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** `usr` is where the router keeps `location.state`. */
function reloadPage(open: ItemKey | undefined) {
  history.replaceState({ ...history.state, usr: open && { open } }, '')
  location.reload()
}
