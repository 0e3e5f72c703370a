import { useEffect, useRef, useState } from 'react'
import { createPath, type Location, matchRoutes, type RouteObject, useBlocker, useLocation, useNavigate } from 'react-router'
import { FileGoneError, fetchFiles } from '#web/lib/load-files.ts'
import { SHELF_PAGE } from '#web/lib/storage/cache-storage.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { toast } from '#web/lib/toast.ts'

/** Global variables of React Router in the browser */
declare global {
  var __reactRouterDataRouter: { routes: RouteObject[] } | undefined
  var __reactRouterRouteModules: Record<string, unknown> | undefined
  var __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> } | undefined
}

/**
 * Blocks navigation to a page that can't be loaded, so that the current page stays open and playback continues. React Router would reload
 * the document if a script of the next page failed to load, so the page's files are fetched before the navigation. While offline, an error
 * is displayed immediately; only the offline library page opens, if it has downloads.
 */
export function useNavigationGuard() {
  const { key, pathname } = useLocation()
  const navigate = useNavigate()
  const [failed, setFailed] = useState<{ target: Location; from: string }>()
  const wanted = useRef<Location>(undefined)
  const fetched = useRef(new Set<string>())
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const { pathname } = nextLocation
    if (pathname === currentLocation.pathname) return false
    if (isOffline(pathname)) return true
    const files = historyAction === 'POP' || fetched.current.has(pathname) ? [] : missingFiles(pathname)
    if (files.length > 0) fetchAhead(nextLocation, files, historyAction === 'REPLACE')
    return files.length > 0
  })

  // The pending navigation is dropped when another page has been opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on every change of page
  useEffect(() => {
    wanted.current = undefined
  }, [pathname])

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (isOffline(blocker.location.pathname)) {
      setFailed(undefined)
      toast.error('You are offline. Try again when the connection is back.', { id: 'offline' })
    } else if (!failed) return
    blocker.reset()
  }, [blocker, failed])

  // The navigation is repeated instead of resumed: closing an overlay is itself a navigation within the page, which resets the blocker and
  // drops the blocked navigation.
  function fetchAhead(location: Location, files: string[], replace: boolean) {
    setFailed(undefined)
    wanted.current = location
    fetchFiles(files).then(
      () => {
        if (wanted.current !== location) return
        fetched.current.add(location.pathname)
        navigate(location, { replace, state: location.state })
      },
      (error: unknown) => {
        if (wanted.current !== location) return
        if (error instanceof FileGoneError) return window.location.assign(createPath(location))
        console.warn(error)
        setFailed({ target: location, from: key })
      },
    )
  }

  return {
    loading: blocker.state === 'blocked',
    /** Repeats the navigation that failed on the current page. */
    retry: failed?.from === key ? () => navigate(failed.target, { state: failed.target.state }) : undefined,
    dismiss: () => setFailed(undefined),
  }
}

function isOffline(pathname: string): boolean {
  return !navigator.onLine && !(pathname === SHELF_PAGE && readStorage('keptItems'))
}

/** Returns the files of a page that React Router has not imported yet. */
function missingFiles(pathname: string): string[] {
  const matches = matchRoutes(globalThis.__reactRouterDataRouter?.routes ?? [], pathname) ?? []
  return matches.flatMap(({ route: { id = '' } }) => {
    const files = globalThis.__reactRouterManifest?.routes[id]
    if (!files || globalThis.__reactRouterRouteModules?.[id]) return []
    return [files.module, ...(files.imports ?? []), ...(files.css ?? [])]
  })
}
