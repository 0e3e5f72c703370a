import { useRouteLoaderData } from 'react-router'
import { DownloadButton } from '#web/reading/offline-library/download-button.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { Purchases } from '#web/shop/purchases/purchases.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/purchases.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your purchases',
    description: 'Open your purchases, or find them on another phone or computer with your email address and a code.',
  })
}

export default function PurchasesPage() {
  const hasServiceWorker = useRouteLoaderData<typeof rootLoader>('root')?.hasServiceWorker
  return <Purchases renderDownload={(product) => hasServiceWorker && <DownloadButton compact product={product} />} />
}
