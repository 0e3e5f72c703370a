import { useEffect, useState } from 'react'
import { isAdminRoute } from '#web/lib/admin-routes.ts'

/** Delay before admin pages are preloaded, so that the requests of the open page go first. */
const AFTER_MS = 1500

/** Lists the script URLs of all admin pages. */
function listFiles(): string[] {
  const pages = Object.entries(globalThis.__reactRouterManifest?.routes ?? {}).filter(([id]) => isAdminRoute(id))
  return [...new Set(pages.flatMap(([, { module, imports = [] }]) => [module, ...imports]))]
}

/**
 * Preloads the code of all admin pages, so that every section opens even after the connection is lost. The router's `PrefetchPageLinks` is
 * not used: if the connection is lost while it prefetches, it reloads the open page, and a half-filled form is lost.
 */
export function AdminPages() {
  const [files, setFiles] = useState<string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setFiles(listFiles()), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return files.map((file) => <link key={file} rel="modulepreload" href={file} />)
}
