import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAdminRoute } from '#web/lib/admin-routes.ts'

const BUILD = 'build/current'
/** Text that every script containing zod contains */
const MARK = '$ZodType'
/** Every file costs a request and about a kilobyte of headers, and waits for a connection on slow lines. */
const MAX_FILES = 21
const MAX_ADMIN_FILES = 30

type Script = { module: string; imports: string[] }
type Route = Script & { id: string; parentId?: string; hasDefaultExport: boolean }
type Manifest = { entry: Script; routes: Record<string, Route> }

test('the scripts with which a public page starts do not contain zod, which is larger than the code of any page', () => {
  const { entry, routes } = readManifest('manifest-')
  const hasZod = (path: string) => readFileSync(`${BUILD}/client${path}`, 'utf8').includes(MARK)
  const withZod = Object.values(routes).filter(({ module, imports }) =>
    [entry, routes.root, { module, imports }].flatMap((script) => (script ? [script.module, ...script.imports] : [])).some(hasZod),
  )
  expect(withZod.map(({ id }) => id).filter((id) => !isAdminRoute(id))).toEqual([])
  expect(withZod.length).toBeGreaterThan(5)
})

test('a page starts with few script files', () => {
  const manifest = readManifest('manifest-')
  const counts = Object.keys(manifest.routes).map((id) => ({ id, files: startingScripts(manifest, id).size }))
  expect(counts.filter(({ id, files }) => files > (isAdminRoute(id) ? MAX_ADMIN_FILES : MAX_FILES))).toEqual([])
  expect(counts.length).toBeGreaterThan(15)
})

test.for<[string, { max: number; scripts: (manifest: Manifest) => Set<string> }]>([
  ['the home page', { max: 120_000, scripts: (manifest) => startingScripts(manifest, 'routes/site/home') }],
  ['the page of a book', { max: 128_700, scripts: (manifest) => startingScripts(manifest, 'routes/site/book') }],
  ['the page of an episode', { max: 128_500, scripts: (manifest) => startingScripts(manifest, 'routes/site/podcast') }],
  ['the list of episodes', { max: 126_700, scripts: (manifest) => startingScripts(manifest, 'routes/site/podcasts') }],
  [
    'the reader, before the first page of a book',
    { max: 24_800, scripts: (manifest) => addedScripts(['document-viewer-', 'reader-'], startingScripts(manifest, 'routes/site/book')) },
  ],
  [
    'the player, before the first sound of an episode',
    { max: 12_600, scripts: (manifest) => addedScripts(['podcast-player-'], startingScripts(manifest, 'routes/site/podcast')) },
  ],
])('scripts of %s stay within their compressed size', ([, { max, scripts }]) => {
  const bytes = [...scripts(readManifest('manifest-'))].reduce((sum, path) => sum + sizeOf(`${BUILD}/client${path}`), 0)
  expect(bytes).toBeLessThanOrEqual(max)
  // A bound far above the size would allow growth.
  expect(bytes).toBeGreaterThan(max * 0.97)
})

test('the route list of public pages contains every public page and no admin page', () => {
  const pages = publicPages(readManifest('manifest-'))
  expect(Object.values(readManifest('public-manifest-').routes)).toEqual(pages)
  expect(pages.length).toBeGreaterThan(15)
})

test('the scripts of a public page contain no route discovery and no instrumentation, which the app does not use', () => {
  const scripts = readScripts('framework-')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((script) => /manifest-version|instrumentation chain/.test(script))).toEqual([])
})

const publicPages = ({ routes }: Manifest) =>
  Object.values(routes).filter(({ id, hasDefaultExport }) => hasDefaultExport && !isAdminRoute(id))

/** Returns the URLs of the scripts with which a page starts. */
function startingScripts({ entry, routes }: Manifest, id: string): Set<string> {
  const chain: Script[] = [entry]
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) chain.push(route)
  return new Set(chain.flatMap(({ module, imports }) => [module, ...imports]))
}

/** Returns the URLs of the scripts that modules import, directly or not, and that are not loaded yet. */
function addedScripts(prefixes: string[], loaded: Set<string>): Set<string> {
  const added = new Set<string>()
  const add = (path: string) => {
    if (loaded.has(path) || added.has(path)) return
    added.add(path)
    const text = readFileSync(`${BUILD}/client${path}`, 'utf8')
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) add(`/assets/${name}`)
  }
  for (const prefix of prefixes) for (const name of listScripts(prefix)) add(`/${name}`)
  return added
}

/** Returns the compressed size of a script. The smallest ones are not compressed. */
const sizeOf = (path: string) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

function readManifest(prefix: string): Manifest {
  const [, json = ''] = readScripts(prefix).flatMap((text) => text.split('window.__reactRouterManifest='))
  return JSON.parse(json.slice(0, json.lastIndexOf('}') + 1)) as Manifest
}

/** Reads scripts by the start of their name. */
const readScripts = (prefix: string): string[] =>
  listScripts(prefix)
    .map((name) => readFileSync(`${BUILD}/client/${name}`, 'utf8'))
    .filter((text) => text.length > 0)

/** Returns paths of scripts by the start of their name, without those of earlier builds, which the folder contains too. */
function listScripts(prefix: string): string[] {
  const own = JSON.parse(readFileSync(`${BUILD}/own-files.json`, 'utf8')) as string[]
  return own.filter((name) => name.startsWith(`assets/${prefix}`) && name.endsWith('.js'))
}
