import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#contracts/shop/order.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { correctReceiptAddress, fetchOrder, fetchReceipt } from './orders-api.ts'

/** Interval at which the page asks whether the mail server has accepted the receipt, and maximum number of questions. */
const ASK_MS = 5000
const MAX_ASKS = 12

type Props = { order: Order; onOrder: (order: Order) => void }

/**
 * State of the email with the receipt while no mail server has accepted it. Until then, the page offers what the email contains: the receipt
 * and the link that opens the item in any browser.
 */
export default function ReceiptDelivery({ order, onOrder }: Props) {
  const { receiptMail, email, link } = order
  const refresh = useEffectEvent(async () => onOrder(await fetchOrder(order.id)))
  useEffect(() => {
    if (receiptMail !== 'waiting') return
    let asks = 0
    const timer = setInterval(() => {
      if (++asks > MAX_ASKS) clearInterval(timer)
      else void refresh().catch(() => undefined)
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [receiptMail])

  return (
    <div className="mt-3 grid gap-4 [overflow-wrap:anywhere]">
      {receiptMail === 'waiting' && <p>We are sending it to {email}.</p>}
      {receiptMail === 'refused' && <CorrectAddress order={order} onOrder={onOrder} />}
      {receiptMail === 'not_sent' && (
        <p>This site sends no email. Save the receipt and the link: the link opens your purchase in any browser.</p>
      )}
      {link && receiptMail !== 'waiting' && <CopyField label="Link that opens your purchase. Don’t share it." value={link} />}
      {receiptMail !== 'waiting' && <SaveReceipt orderId={order.id} />}
    </div>
  )
}

function CorrectAddress({ order, onOrder }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(form: FormData) {
    setBusy(true)
    setProblem(undefined)
    try {
      onOrder(await correctReceiptAddress(order.id, String(form.get('email')).trim()))
    } catch (error) {
      setProblem(describe(error))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Email address"
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <p role="alert">The receipt could not be delivered: no mailbox takes mail for {order.email}. Correct the address to get it.</p>
      <EmailField label="Your email address" name="email" required defaultValue={order.email ?? ''} error={problem} />
      <Button type="submit" variant="outline" busy={busy}>
        Send the receipt there
      </Button>
    </form>
  )
}

/** Returns the reason why the address was not changed. */
function describe(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Check your connection, then try again.'
  return error.problem.errors?.[0]?.message ?? error.problem.detail ?? error.problem.title
}

function SaveReceipt({ orderId }: { orderId: string }) {
  const [failed, setFailed] = useState(false)

  async function save() {
    setFailed(false)
    try {
      const { number, html } = await fetchReceipt(orderId)
      saveFile(new Blob([html], { type: 'text/html' }), `receipt-${number}.html`)
    } catch {
      setFailed(true)
    }
  }

  return (
    <div>
      <Button variant="outline" onClick={() => void save()}>
        Save the receipt
      </Button>
      {failed && <p role="alert">The receipt could not be loaded. Try again.</p>}
    </div>
  )
}
