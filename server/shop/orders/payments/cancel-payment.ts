import type { Alert } from '#server/platform/platform.ts'
import { type Gateway, ignoreUnclear } from '#server/shop/gateways/gateway.ts'
import { isOpen } from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'

/** Cancels a payment attempt at its gateway after the attempt has ended in the shop. Never throws. */
export type CancelAtGateway = (attempt: AttemptRow) => Promise<void>

export function createCancelAtGateway({ gateways, alert }: { gateways: Gateway[]; alert: Alert }): CancelAtGateway {
  return async (attempt) => {
    await gateways
      .find(({ name }) => name === attempt.gateway)
      ?.cancel?.(attempt)
      .catch((error: unknown) => alert({ attempt: attempt.id, reason: String(error) }, 'a payment could not be cancelled at its gateway'))
  }
}

export function createCancelPayment(
  deps: OrderDeps & Pick<Payments, 'check'> & { cancelAtGateway: CancelAtGateway },
): Pick<Payments, 'cancel' | 'abandon'> {
  const { attempts, transition, transact, check, cancelAtGateway } = deps

  async function abandon({ id }: AttemptRow): Promise<void> {
    await check(id).catch(ignoreUnclear)
    const cancelled = await transact(async (transaction) => {
      const attempt = await attempts.lockWithProduct(transaction, id)
      if (attempt && isOpen(attempt.state)) return transition(transaction, attempt, { to: 'cancelled', cause: 'buyer' })
    })
    if (cancelled) await cancelAtGateway(cancelled)
  }

  return {
    abandon,

    cancel: async (order) => {
      const [attempt] = await attempts.listOf(order.id)
      if (attempt && isOpen(attempt.state)) await abandon(attempt)
    },
  }
}
