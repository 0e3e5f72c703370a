import { useEffect, useState } from 'react'

/** Delay, so that the requests of the open page go first. */
const AFTER_MS = 1500

/** Whether a route is a page of the admin area. Routes that share a file with another one have a name of their own. */
export const isAdminRoute = (id: string) => /^(routes\/admin\/|admin-)/.test(id)

/** Lists the scripts of all pages of the admin area. */
function listFiles(): string[] {
  const pages = Object.entries(globalThis.__reactRouterManifest?.routes ?? {}).filter(([id]) => isAdminRoute(id))
  return [...new Set(pages.flatMap(([, { module, imports = [] }]) => [module, ...imports]))]
}

/**
 * Loads the code of all pages, so that every section opens when the connection is lost. Not by the router's `PrefetchPageLinks`: when the
 * connection is lost meanwhile, it reloads the open page, and a half-filled form with it.
 */
export function AdminPages() {
  const [files, setFiles] = useState<string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setFiles(listFiles()), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return files.map((file) => <link key={file} rel="modulepreload" href={file} />)
}
