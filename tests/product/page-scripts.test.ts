import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isAdminRoute } from '#web/admin/shell/admin-pages.tsx'

const ASSETS = 'build/current/client/assets'
/** Text that every script containing zod contains */
const MARK = '$ZodType'

type Script = { module: string; imports: string[] }
type Manifest = { entry: Script; routes: Record<string, Script & { id: string }> }

test('the scripts with which a public page starts do not contain zod, which is larger than the code of any page', () => {
  const { entry, routes } = readManifest()
  const hasZod = (path: string) => readFileSync(`${ASSETS}/${basename(path)}`, 'utf8').includes(MARK)
  const withZod = Object.values(routes).filter(({ module, imports }) =>
    [entry, routes.root, { module, imports }].flatMap((script) => [script?.module ?? '', ...(script?.imports ?? [])]).some(hasZod),
  )
  expect(withZod.map(({ id }) => id).filter((id) => !isAdminRoute(id))).toEqual([])
  expect(withZod.length).toBeGreaterThan(5)
})

function readManifest(): Manifest {
  const texts = globSync(`${ASSETS}/manifest-*.js`).map((file) => readFileSync(file, 'utf8'))
  const [, json = ''] = texts.map((text) => text.split('window.__reactRouterManifest=')).find((parts) => parts.length === 2) ?? []
  return JSON.parse(json.slice(0, json.lastIndexOf('}') + 1)) as Manifest
}
