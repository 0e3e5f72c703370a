import { useEffect } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from 'react-router'
import { apiContext } from '#web/lib/api/api.ts'
import { openBrowserApi } from '#web/lib/api/browser-api.ts'
import { browserSite, siteContext } from '#web/lib/site.tsx'
import { createStore } from '#web/lib/store.ts'

type Results = Record<string, DataStrategyResult>

/**
 * Time for which the previous page stays visible while data loads. A fallback is avoided during this time, since React displays a fallback
 * for at least a third of a second.
 */
const WAIT_MS = 50
const MAX_CACHED = 30

/** Cache of page data by history entry and URL */
const cache = new Map<string, Results>()
/** Abort controller for the requests of the current page */
let requests = new AbortController()
/** Rendered page; undefined for pages outside the common layout */
let shown: { key: string; pathname: string } | undefined

/** Returns the router's key of the browser's current history entry */
const currentEntryKey = (): string => history.state?.key ?? 'default'

/**
 * Provides loaders in a browser with an API client whose requests are aborted when another page replaces the current page. Back and Forward
 * reuse cached page data without a request. When a list's filter changes, the page stays until the filtered list has arrived.
 */
export const providePageData: MiddlewareFunction<Results> = async ({ request, context }, next) => {
  const controller = new AbortController()
  request.signal.addEventListener('abort', () => controller.abort())
  context.set(apiContext, openBrowserApi(controller.signal))
  const site = browserSite()
  if (site) context.set(siteContext, site)
  const { pathname, search } = new URL(request.url)
  // On Back and Forward, the browser updates its current history entry before the router updates its location.
  const results = (shown?.key !== currentEntryKey() && cache.get(currentEntryKey() + pathname + search)) || (await next())
  const settled = settle(results)
  const narrows = shown?.pathname === pathname
  const late = await Promise.race([settled.then(() => false), ...(narrows ? [] : [wait()])])
  if (request.signal.aborted) return results
  requests.abort()
  requests = controller
  announcement.set(late ? 'Loading' : '')
  if (late) void settled.then((succeeded) => controller.signal.aborted || announcement.set(succeeded ? 'Loaded' : ''))
  return results
}

/** Replaces the promises in loader results with values, which React renders without a fallback. Returns whether all data was loaded. */
async function settle(results: Results): Promise<boolean> {
  const values = Object.values(results).flatMap(({ result }) =>
    Object.entries(result ?? {}).map(async ([name, promise]) => {
      const value = await promise
      Object.assign(result as object, { [name]: value })
      return !value?.failed
    }),
  )
  return Promise.all(values).then(
    (all) => all.every(Boolean),
    () => false,
  )
}

const wait = () => new Promise<true>((resolve) => setTimeout(resolve, WAIT_MS, true))

/** Caches a page's data once all of it is loaded. Called by the common layout of all pages. */
export function useStorePageData(): void {
  const { key, pathname, search } = useLocation()
  const { id, loaderData } = useMatches().at(-1) ?? {}
  useEffect(() => {
    shown = { key, pathname }
    return () => {
      shown = undefined
    }
  }, [key, pathname])
  useEffect(() => {
    if (id && loaderData) void storeWhenSettled(key + pathname + search, { [id]: { type: 'data', result: loaderData } })
  }, [key, pathname, search, id, loaderData])
}

async function storeWhenSettled(key: string, results: Results) {
  if (!(await settle(results))) return
  // The maximum number of cached pages is rarely reached, since few visitors go back that far.
  if (cache.size === MAX_CACHED) cache.clear()
  cache.set(key, results)
}

const announcement = createStore('')

/** Returns the screen reader announcement about the loading lists of a new page: Loading, Loaded, or an empty string. */
export const useLoadingAnnouncement = () => announcement.useValue()
