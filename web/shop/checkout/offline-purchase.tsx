import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { emailUrl, phoneUrl } from '#site/contact-links.ts'
import { site } from '#site/site.ts'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Explains why the order can't be paid online, and how to buy from the shop directly. */
export function OfflinePurchase({ title, tooSmall }: { title: string; tooSmall: boolean }) {
  const text = `Hello, I would like to buy “${title.slice(0, 120)}”.`
  const mail = `${emailUrl}?subject=${encodeURIComponent('Book Purchase')}&body=${encodeURIComponent(text)}`
  const methods = [
    { icon: <Phone />, name: 'Phone', href: phoneUrl, label: site.contact.phone },
    { icon: <MessageCircle />, name: 'WhatsApp', href: withText(site.contact.chatLink, text), label: site.contact.whatsapp },
    { icon: <Mail />, name: 'E-mail', href: mail, label: site.contact.email },
  ]
  return (
    <Callout as="section" aria-labelledby="how-to-buy" className="mt-8 max-w-[40rem] px-6 py-6 md:px-8">
      <h2 id="how-to-buy" className="font-medium text-2xl">
        {tooSmall ? 'This amount is too small to pay online' : 'Online payment is not available yet'}
      </h2>
      <p className="mt-3">
        You can buy this title from us directly. Call us, or send a message or an e-mail. We tell you how to pay, and make sure that you get
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

function withText(address: string, text: string) {
  const link = new URL(address)
  link.searchParams.set('text', text)
  return link.href
}
