import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '#contracts/shop/price.ts'
import type { TestGatewayAction, TestGatewayPayment } from '#contracts/shop/test-gateway.ts'
import { resolveActionUrl } from '#web/lib/access/next-action.ts'
import { ApiError, isNotFound, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useOnPageShow } from '#web/lib/browser-events.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSite } from '#web/lib/site.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const ACTION_LABELS: Record<TestGatewayAction, { name: string; about: string }> = {
  pay: { name: 'Pay', about: 'The payment arrives immediately.' },
  'pay-soon': { name: 'Pay with a delay', about: 'Returns to the shop. The payment arrives 20 seconds later.' },
  decline: { name: 'Decline', about: 'As with a card without money.' },
  cancel: { name: 'Cancel', about: 'As if the buyer had changed their mind.' },
  expire: { name: 'Expire', about: 'As if nothing had happened for an hour.' },
  'pay-late': { name: 'Pay late', about: 'The payment arrives although it had ended.' },
  refund: { name: 'Refund', about: 'As the merchant does at the gateway.' },
  'fail-refund': { name: 'Fail the refund', about: 'The money returns to the shop.' },
  dispute: { name: 'Dispute the payment', about: 'As the buyer’s bank does.' },
  'win-dispute': { name: 'Decide for the shop', about: 'The shop keeps the money.' },
  'lose-dispute': { name: 'Decide for the buyer', about: 'The bank takes the money back.' },
}

/** Page of the built-in test gateway, which simulates the payment page of a payment provider. */
export function TestGateway({ reference, payment }: { reference: string; payment: TestGatewayPayment | 'loading' | 'missing' | 'failed' }) {
  const { currencyNames } = useSite()
  const [acting, setActing] = useState<TestGatewayAction>()
  const [failure, setFailure] = useState<string>()

  useOnPageShow(() => setActing(undefined))

  async function act(action: TestGatewayAction) {
    setActing(action)
    setFailure(undefined)
    try {
      const { returnUrl, cancelUrl } = await call(reference, json('POST', { action }))
      location.assign(resolveActionUrl(action === 'cancel' ? cancelUrl : returnUrl, location.href))
    } catch (error) {
      setActing(undefined)
      setFailure(error instanceof ApiError ? (error.problem.detail ?? error.problem.title) : 'That did not work. Try again.')
    }
  }

  return (
    <main className="min-h-svh bg-[#e8edf1] px-5 py-8 font-[system-ui,sans-serif] text-[#17202a] sm:py-16">
      <div className="mx-auto max-w-md overflow-hidden rounded-xl bg-white shadow-float">
        <p className="bg-[repeating-linear-gradient(-45deg,#ffd95e_0_14px,#f7c93c_14px_28px)] px-6 py-3 text-center font-bold text-[#17202a] text-base">
          Test gateway · no real money
        </p>
        <div className="px-6 py-7">
          {payment === 'loading' && (
            <p role="status" className="flex items-center justify-center gap-3 py-10">
              <Spinner />
              Loading
            </p>
          )}
          {payment === 'missing' && <Message title="Payment not found">There is no test payment at this address.</Message>}
          {payment === 'failed' && <Message title="The payment could not be loaded">Check your connection and reload the page.</Message>}
          {typeof payment === 'object' && (
            <>
              <h1 className="font-[system-ui,sans-serif] font-bold text-2xl tracking-normal">
                {formatAmount(payment.amount, currencyNames)}
              </h1>
              <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
                {payment.title}
              </p>
              <p className="mt-1 text-[#4a5763] text-base">
                Payment <code className="text-[0.9em] [overflow-wrap:anywhere]">{payment.reference}</code>:{' '}
                {payment.state.replaceAll('_', ' ')}
              </p>
              <p className="mt-4 text-base">
                This page replaces a real payment gateway, so that you can try every outcome. Nothing is charged, and you need no card or
                phone number.
              </p>
              <ul className="mt-6 grid gap-3">
                {payment.actions.map((action, index) => (
                  <li key={action}>
                    <button
                      type="button"
                      disabled={acting !== undefined}
                      aria-busy={acting === action || undefined}
                      onClick={() => act(action)}
                      className={classNames(
                        'flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-2.5 text-left ring-1 ring-inset disabled:opacity-60',
                        index === 0 ? 'bg-[#0c5d56] text-white ring-[#0c5d56] hover:bg-[#0a4d47]' : 'ring-[#7d8994] hover:bg-[#eef2f5]',
                      )}
                    >
                      {acting === action && <Spinner />}
                      <span>
                        <span className="block font-bold leading-snug">{ACTION_LABELS[action].name}</span>
                        <span className="block text-sm leading-snug">{ACTION_LABELS[action].about}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <p role="alert" className="mt-4 font-semibold text-[#9c2b1b] text-base empty:hidden">
                {failure}
              </p>
              <p className="mt-6 text-base">
                <a href={payment.returnUrl} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  Back to the shop without doing anything
                </a>
              </p>
            </>
          )}
        </div>
      </div>
    </main>
  )
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert">
      <h1 className="font-[system-ui,sans-serif] font-bold text-2xl tracking-normal">{title}</h1>
      <p className="mt-2">{children}</p>
      <p className="mt-4">
        <Link to="/" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Go to the shop
        </Link>
      </p>
    </div>
  )
}

/** Fetches a payment of the test gateway. Resolves to `missing` if the payment doesn't exist, and to `failed` if the request failed. */
export async function fetchTestGatewayPayment(reference: string, signal: AbortSignal): Promise<TestGatewayPayment | 'missing' | 'failed'> {
  try {
    return await call(reference, { signal })
  } catch (error) {
    if (isNotFound(error)) return 'missing'
    if (!signal.aborted) console.warn(error)
    return 'failed'
  }
}

async function call(reference: string, init: RequestInit): Promise<TestGatewayPayment> {
  return (await browserApi.call(`/sandbox-gateway/payments/${encodeURIComponent(reference)}`, init)).json() as Promise<TestGatewayPayment>
}
