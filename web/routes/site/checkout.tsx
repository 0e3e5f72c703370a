import { data } from 'react-router'
import { ProductKind } from '#contracts/access.ts'
import { CheckoutItem } from '#web/features/checkout/checkout-item.tsx'
import { returnPath } from '#web/features/checkout/return-path.ts'
import { ErrorPage } from '#web/features/layout/error-page.tsx'
import { pageMeta } from '#web/features/layout/page-meta.ts'
import { type Api, ApiError, apiContext } from '#web/lib/api.ts'
import type { Product } from '#web/lib/item-access.ts'
import type { Route } from './+types/checkout.ts'

export function meta(args: Route.MetaArgs) {
  const title = args.loaderData ? `Buy ${args.loaderData.product.item.title}` : 'Not found'
  return pageMeta(args, { title, description: 'How to buy this title.', hidden: true })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const product = await findProduct(context.get(apiContext), params.product, params.id)
  return { product, back: returnPath(url.searchParams.get('return'), url.origin, '/bookshop') }
}

export default function Checkout({ loaderData: { product, back } }: Route.ComponentProps) {
  return <CheckoutItem product={product} back={back} />
}

export function ErrorBoundary() {
  return <ErrorPage />
}

async function findProduct(api: Api, name: string, id: string): Promise<Product> {
  const kind = ProductKind.safeParse(name).data
  try {
    if (kind === 'book') return { kind, item: await api.getBook(id) }
    if (kind === 'podcast') return { kind, item: await api.getPodcast(id) }
  } catch (error) {
    // An id that can't be one (400) is as unknown as one that isn't there.
    if (!(error instanceof ApiError && [400, 404].includes(error.problem.status))) throw error
  }
  throw data(null, { status: 404 })
}
