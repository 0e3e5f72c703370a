import { data } from 'react-router'
import { NotFound } from '#web/site/layout/error-page.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/not-found.ts'

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Page not found', description: 'There is nothing at this address.', hidden: true })
}

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundRoute() {
  return <NotFound />
}
