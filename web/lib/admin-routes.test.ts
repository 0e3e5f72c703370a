import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { isAdminRoute } from './admin-routes.ts'

const ids = ({ id, file, children = [] }: RouteConfigEntry): string[] => [id ?? file, ...children.flatMap(ids)]

test('the code of all admin pages, and of no other pages, is preloaded', () => {
  const table = routes as RouteConfigEntry[]
  const isAdmin = ({ path }: RouteConfigEntry) => path?.startsWith('admin') === true
  const pages = table.filter(isAdmin).flatMap(ids)
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((id) => !isAdminRoute(id))).toEqual([])
  const others = table.filter((route) => !isAdmin(route)).flatMap(ids)
  expect(others.filter(isAdminRoute)).toEqual([])
})
