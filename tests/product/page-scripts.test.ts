import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAdminRoute } from '#web/lib/admin-routes.ts'

const BUILD = 'build/current'
/** Text that every script containing zod contains */
const MARK = '$ZodType'

type Script = { module: string; imports: string[] }
type Manifest = { entry: Script; routes: Record<string, Script & { id: string; hasDefaultExport: boolean }> }

test('the scripts with which a public page starts do not contain zod, which is larger than the code of any page', () => {
  const { entry, routes } = readManifest('manifest-')
  const hasZod = (path: string) => readFileSync(`${BUILD}/client${path}`, 'utf8').includes(MARK)
  const withZod = Object.values(routes).filter(({ module, imports }) =>
    [entry, routes.root, { module, imports }].flatMap((script) => (script ? [script.module, ...script.imports] : [])).some(hasZod),
  )
  expect(withZod.map(({ id }) => id).filter((id) => !isAdminRoute(id))).toEqual([])
  expect(withZod.length).toBeGreaterThan(5)
})

test('the route list of public pages contains every public page and no admin page', () => {
  const all = Object.values(readManifest('manifest-').routes)
  const publicPages = all.filter(({ id, hasDefaultExport }) => hasDefaultExport && !isAdminRoute(id))
  expect(Object.values(readManifest('public-manifest-').routes)).toEqual(publicPages)
  expect(publicPages.length).toBeGreaterThan(15)
})

test('the scripts of a public page contain no route discovery and no instrumentation, which the app does not use', () => {
  const scripts = readScripts('framework-')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => /manifest-version|instrumentation chain/.test(script))).toEqual([])
})

function readManifest(prefix: string): Manifest {
  const [, json = ''] = readScripts(prefix).flatMap((text) => text.split('window.__reactRouterManifest='))
  return JSON.parse(json.slice(0, json.lastIndexOf('}') + 1)) as Manifest
}

/** Reads scripts by the start of their name, without those of earlier builds, which the folder contains too. */
function readScripts(prefix: string): string[] {
  const own = JSON.parse(readFileSync(`${BUILD}/own-files.json`, 'utf8')) as string[]
  const names = own.filter((name) => name.startsWith(`assets/${prefix}`) && name.endsWith('.js'))
  return names.map((name) => readFileSync(`${BUILD}/client/${name}`, 'utf8')).filter((text) => text.length > 0)
}
