import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ProductKey } from '#web/lib/access/item-access.ts'
import { useBackCloses } from '#web/lib/history/use-back-closes.ts'
import { OpeningFailure, OpeningScreen } from './opening-screen.tsx'

/** What opens over the page, once its code is there. When the code does not come it can be asked for again, and the page stays. */
export function LazyOverlay<Module extends object>({
  load,
  reopen,
  addressed = false,
  onClose,
  children,
}: {
  load: () => Promise<Module>
  /** What a page that has to be loaded anew opens by itself */
  reopen?: ProductKey | undefined
  /** Whether the page's address says that it is open, so that Back closes it anyway */
  addressed?: boolean
  onClose: () => void
  children: (module: Module) => ReactNode
}) {
  const [module, setModule] = useState<Module>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useBackCloses(!module && !addressed, onClose)

  const fetchCode = useEffectEvent(async (isWanted: () => boolean) => {
    const came = await load().catch((error: unknown) => console.warn(error))
    if (!isWanted()) return
    if (came) return setModule(came)
    // Some browsers remember a failure, and a new version of the site has other files: then only loading the page anew helps.
    if (attempt > 0 && (await isSiteThere())) reloadPage(reopen)
    if (isWanted()) setFailed(true)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason
  useEffect(() => {
    let wanted = true
    void fetchCode(() => wanted)
    return () => {
      wanted = false
    }
  }, [attempt])

  function retry() {
    setFailed(false)
    setAttempt(attempt + 1)
  }

  if (module) return children(module)
  return failed ? <OpeningFailure onRetry={retry} onClose={onClose} /> : <OpeningScreen onClose={onClose} />
}

function isSiteThere(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The router keeps its state under this name. */
function reloadPage(open: ProductKey | undefined) {
  history.replaceState({ ...history.state, usr: open && { open } }, '')
  location.reload()
}
