import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import type { Order } from '#contracts/shop/order.ts'
import { contactLinks, withText } from '#web/lib/contact-links.ts'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { useSite } from '#web/lib/site.tsx'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useRequote } from './use-requote.ts'

const CONTACT = '/contact?subject=Book+Purchase'

export function DisputedPayment() {
  return (
    <StatusPanel title="This payment is in dispute">
      <p className="mt-3">
        Your bank is reviewing it. You can’t open the title until the dispute is settled. If you did not start it, please write to us.
      </p>
      <p className="mt-6">
        <TextLink to={CONTACT}>Write to us</TextLink>
      </p>
    </StatusPanel>
  )
}

export function RefundedPayment({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { requote, asking, failure } = useRequote(order, onOrder)
  const isForSale = order.quote !== 'gone'
  const next = isForSale ? 'You can buy it again' : 'It is no longer for sale'
  return (
    <StatusPanel title="This purchase was refunded">
      <p className="mt-3">{`The title no longer opens, and you owe nothing. ${next}.`}</p>
      {isForSale && (
        <Button className="mt-6" busy={asking !== undefined} onClick={() => requote(order.amount.currency)}>
          Buy it again
        </Button>
      )}
      <p className="mt-6">
        <TextLink to={CONTACT}>Write to us</TextLink>
      </p>
      <ActionError message={failure} />
    </StatusPanel>
  )
}

const PLACES = {
  book: { noun: 'book', to: '/bookshop', label: 'Go to the bookshop' },
  podcast: { noun: 'episode', to: '/podcasts', label: 'Go to the episodes' },
} as const

/** Panel of an unpaid order whose item was removed from the site. */
export function UnavailableItem({ kind }: { kind: Order['product']['kind'] }) {
  const { noun, to, label } = PLACES[kind]
  return (
    <StatusPanel title={`This ${noun} is no longer for sale`}>
      <p className="mt-3">It was removed from the site, so this order can no longer be paid. Nothing was charged.</p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to={to}>{label}</ButtonLink>
        <ButtonLink to={CONTACT} variant="outline">
          Write to us
        </ButtonLink>
      </div>
    </StatusPanel>
  )
}

/** Explanation why the order can't be paid online, with ways to contact the shop and buy directly. */
export function OfflinePurchase({ title, tooSmall }: { title: string; tooSmall: boolean }) {
  const { contact } = useSite()
  const { phoneUrl, emailUrl } = contactLinks(contact)
  const text = `Hello, I would like to buy “${title.slice(0, 120)}”.`
  const mail = `${emailUrl}?subject=${encodeURIComponent('Book Purchase')}&body=${encodeURIComponent(text)}`
  const methods = [
    { icon: <Phone />, name: 'Phone', href: phoneUrl, label: contact.phone },
    { icon: <MessageCircle />, name: 'WhatsApp', href: withText(contact.chatLink, text), label: contact.whatsapp },
    { icon: <Mail />, name: 'Email', href: mail, label: contact.email },
  ]
  return (
    <Callout as="section" aria-labelledby="how-to-buy" className="mt-8 max-w-[40rem] px-6 py-6 md:px-8">
      <h2 id="how-to-buy" className="font-medium text-2xl">
        {tooSmall ? 'This amount is too small to pay online' : 'Online payment is not available yet'}
      </h2>
      <p className="mt-3">
        You can buy this title from us directly. Call us, or send a message or an email. We tell you how to pay, and make sure that you get
        what you paid for.
      </p>
      <ul className="mt-4">
        {methods.map(({ icon, name, href, label }) => (
          <li key={name}>
            <a href={href} {...newTabIfExternal(href)} className="group flex min-h-11 items-center gap-3 [&_svg]:size-5">
              <span aria-hidden className="text-lamp">
                {icon}
              </span>
              <span className="w-24 shrink-0 text-soft max-sm:sr-only">{name}</span>
              <span className="font-semibold decoration-lamp underline-offset-4 [overflow-wrap:anywhere] group-hover:underline">
                {label}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        Or use the <TextLink to="/contact">contact page</TextLink>.
      </p>
    </Callout>
  )
}
