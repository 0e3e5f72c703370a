import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { isAdminRoute } from '#web/lib/admin-routes.ts'
import { publicManifest } from '#web/public-manifest.ts'

type Manifest = { url: string; routes: Record<string, { hasDefaultExport: boolean }> }

const BEFORE = 'window.__reactRouterManifest='

/**
 * Writes a second route list without admin pages, which are half of the routes. React Router writes one list, which every page loads and
 * which names the files of all pages. Public pages have no links within the app to admin pages.
 */
export function publicRoutes(): Plugin {
  return {
    name: 'lectern:public-routes',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    // React Router writes its list for the server build, which follows the client build.
    async writeBundle() {
      const assets = resolve(this.environment.config.build.outDir, '../client/assets')
      const lists = globSync('manifest-*.js', { cwd: assets }).map((name) => resolve(assets, name))
      for (const path of lists) {
        const text = await readFile(path, 'utf8')
        if (!text.startsWith(BEFORE)) continue
        const manifest = JSON.parse(text.slice(BEFORE.length).replace(/;$/, '')) as Manifest
        const routes = Object.fromEntries(
          Object.entries(manifest.routes).filter(([id, route]) => !isAdminRoute(id) && route.hasDefaultExport),
        )
        await writeFile(publicManifest(path), `${BEFORE}${JSON.stringify({ ...manifest, url: publicManifest(manifest.url), routes })};`)
      }
    },
  }
}
