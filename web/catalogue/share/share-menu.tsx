import Check from 'lucide-react/icons/check'
import Link2 from 'lucide-react/icons/link-2'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import { withText } from '#web/lib/contact-links.ts'
import { useCopy } from '#web/lib/use-copy.ts'
import { SocialMark } from '#web/ui/social-links.tsx'

const ENTRY = 'flex min-h-11 w-full items-center gap-3 px-4 text-left text-base hover:bg-paper-2'

type Shared = { title: string; text: string; url: string }

/** Menu of ways to share a page. `onFollow` is called when the visitor follows a link to another site. */
export function ShareMenu({ id, onFollow, ...shared }: Shared & { id: string; onFollow: () => void }) {
  return (
    <ul
      id={id}
      className="absolute right-0 z-20 mt-2 w-max min-w-[min(14rem,80vw)] border border-rule bg-white py-1 shadow-float sm:right-auto"
    >
      {shareLinks(shared).map(({ text, to, icon }) => (
        <li key={text}>
          <a href={to} target="_blank" rel="noreferrer" className={ENTRY} onClick={onFollow}>
            {icon}
            {text}
          </a>
        </li>
      ))}
      <li>
        <CopyLink url={shared.url} />
      </li>
    </ul>
  )
}

function CopyLink({ url }: { url: string }) {
  const { state, copy } = useCopy(url)
  return (
    <>
      <button type="button" className={ENTRY} onClick={copy}>
        {state === 'copied' ? <Check aria-hidden className="size-5 text-leaf" /> : <Link2 aria-hidden className="size-5" />}
        <span aria-live="polite">{state === 'copied' ? 'Link copied' : 'Copy link'}</span>
      </button>
      {state === 'failed' && <p className="max-w-72 select-all px-4 pb-3 text-sm text-soft [overflow-wrap:anywhere]">{url}</p>}
    </>
  )
}

/** Returns links that share a page on other sites, without loading scripts of those sites. */
function shareLinks({ title, text, url }: Shared) {
  const [subject, words, link] = [title, text, url].map(encodeURIComponent)
  return [
    { text: 'WhatsApp', icon: <MessageCircle aria-hidden className="size-5" />, to: withText('https://wa.me/', `${text}\n${url}`) },
    { text: 'Facebook', icon: <SocialMark network="facebook" />, to: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { text: 'X', icon: <SocialMark network="twitter" />, to: `https://x.com/intent/post?text=${words}&url=${link}` },
    {
      text: 'Email',
      icon: <Mail aria-hidden className="size-5" />,
      to: `mailto:?subject=${subject}&body=${encodeURIComponent(`${text}\n\n${url}`)}`,
    },
  ]
}
