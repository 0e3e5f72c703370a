import type { GrantForm, OrderDetails } from '#contracts/order-admin.ts'
import type { Payments } from '#server/features/orders/order-deps.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { GatewayUnclearError } from '#server/platform/gateways/gateway.ts'
import { notFound, ProblemError } from '#server/platform/problems.ts'
import type { ManualGrantService } from './manual-grants.service.ts'
import type { OrderAdminStore } from './order-admin.store.ts'
import type { RefundService } from './refunds.service.ts'

export type OrderAdminService = ReturnType<typeof createOrderAdminService>

/** What administrators do with orders. Changes return the order as it is afterwards. */
export function createOrderAdminService({
  store,
  payments,
  refunds,
  grants,
}: {
  store: OrderAdminStore
  payments: Pick<Payments, 'check'>
  refunds: RefundService
  grants: Pick<ManualGrantService, 'grant' | 'revoke'>
}) {
  async function get(id: string): Promise<OrderDetails> {
    const order = await store.find(id)
    if (!order) throw notFound('order')
    return order
  }

  /** @throws notFound unless the attempt is one of the order's */
  async function withAttempt({ id, attempt }: { id: string; attempt: string }, act: (attemptId: string) => Promise<void>) {
    if (!(await store.hasAttempt(id, attempt))) throw notFound('payment')
    await act(attempt)
    return get(id)
  }

  return {
    list: store.list,
    countOwners: store.countOwners,
    get,

    /** Checks the payment now. */
    check: (params: { id: string; attempt: string }) => withAttempt(params, (attempt) => payments.check(attempt).catch(explainUnclear)),

    markRefunded: (params: { id: string; attempt: string }, reason: string, by?: Actor) =>
      withAttempt(params, (attempt) => refunds.markRefunded(attempt, reason, by)),

    settleRefund: (params: { id: string; attempt: string }, reason: string, by?: Actor) =>
      withAttempt(params, (attempt) => refunds.settleRefund(attempt, reason, by)),

    grant: async (form: GrantForm, by?: Actor): Promise<OrderDetails> => get((await grants.grant(form, by)).orderId),

    revoke: async (id: string, reason: string, by?: Actor): Promise<OrderDetails> => {
      await grants.revoke(id, reason, by)
      return get(id)
    },
  }
}

function explainUnclear(error: unknown): never {
  if (!(error instanceof GatewayUnclearError)) throw error
  throw new ProblemError(503, 'unavailable', 'The payment service gave no clear answer', {
    detail: 'Nothing was changed. It is asked again by itself, or try again in a moment.',
  })
}
