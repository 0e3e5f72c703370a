import { useRouteLoaderData } from 'react-router'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import { Purchases } from '#web/features/purchases/purchases.tsx'
import { KeepButton } from '#web/features/shelf/keep-button.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import type { Route } from './+types/purchases.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your purchases',
    description: 'Open your purchases, or find them on another phone or computer with your e-mail address and a code.',
  })
}

export default function PurchasesPage() {
  const hasServiceWorker = useRouteLoaderData<typeof rootLoader>('root')?.hasServiceWorker
  return <Purchases renderKeep={(product) => hasServiceWorker && <KeepButton compact product={product} />} />
}
