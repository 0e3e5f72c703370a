import { data } from 'react-router'
import { policies } from '#site/policies/policies.ts'
import { readDelivery } from '#web/features/contact/read-delivery.ts'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import { PolicyPage } from '#web/features/policies/policy-page.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import type { Route } from './+types/policy.ts'

export function meta(args: Route.MetaArgs) {
  const { title = 'Not found', description = '' } = args.loaderData ?? {}
  return pageMeta(args, { title, description, hidden: !args.loaderData })
}

/** The route has several paths; the content depends only on the path. */
export async function loader({ pattern, context }: Route.LoaderArgs) {
  const write = policies[pattern]
  if (!write) throw data(null, { status: 404 })
  return write({ delivery: await readDelivery(context.get(apiContext)) })
}

/** Fetches the text once: data of a server loader is prefetched together with the code of its page. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader()
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={loaderData} />
}
