import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { ADMIN_PAGES } from './admin-pages.tsx'

const toRoute = ({ id, file, path, index, children }: RouteConfigEntry): RouteObject =>
  index ? { id: id ?? file, index } : { id: id ?? file, ...(path && { path }), children: (children ?? []).map(toRoute) }

test('the code of every page of the admin area is loaded in advance', () => {
  const table = (routes as RouteConfigEntry[]).map(toRoute)
  const loaded = new Set(ADMIN_PAGES.flatMap((page) => matchRoutes(table, page)?.map(({ route }) => route.id) ?? []))
  const ids = ({ id, children = [] }: RouteObject): (string | undefined)[] => [id, ...children.flatMap(ids)]
  const wanted = table.filter(({ path }) => path?.startsWith('admin')).flatMap(ids)
  expect(wanted.length).toBeGreaterThan(20)
  // The first page of the area only redirects, and was already opened.
  expect(wanted.filter((id) => id && !loaded.has(id))).toEqual(['routes/admin/index.tsx'])
})
