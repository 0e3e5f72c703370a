import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { createContext as createLoaderContext, useRevalidator } from 'react-router'
import type { Site } from '#contracts/site/shared-site.ts'

/**
 * Loader context with the published settings and texts that every page needs. The page handler sets the context on the server,
 * `providePageData` in a browser.
 */
export const siteContext = createLoaderContext<Site>()
const SiteContext = createContext<Site | undefined>(undefined)
/** Site settings of this document, for loaders in a browser */
let documentSite: Site | undefined
/** Whether site content was published from this document after the root data was loaded */
let isOutdated = false

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  useLayoutEffect(() => {
    documentSite = site
    isOutdated = false
  }, [site])
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Returns the published settings and texts that every page needs. */
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('Rendered outside of SiteProvider')
  return site
}

/** Returns a function that reloads the published site settings after this document has changed them. */
export function useSiteReload(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    isOutdated = true
    void revalidate()
  }
}

/** Returns whether the root data must be reloaded. */
export function isSiteOutdated(): boolean {
  return isOutdated
}

/** Returns the site settings of this document; undefined until the document is rendered. */
export function browserSite(): Site | undefined {
  return documentSite
}

type Matches = { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }
type RootData = { origin: string; site: Site }

/** Returns the root loader's data from the arguments of a `meta` function. */
export function rootOf({ matches }: Matches): RootData {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) throw new Error('The root data is missing')
  return root
}
